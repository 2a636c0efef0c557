/// The targets of Package.swift, parsed from its text: calls of `module`, `app`, `tests`, `.target` and `.systemLibrary` with literal names.
struct Manifest {
  enum Kind: String, CaseIterable {
    case module = "module("
    case app = "app("
    case tests = "tests("
    case target = ".target(name:"
    case system = ".systemLibrary(name:"
  }

  struct Target {
    let kind: Kind
    let name: String
    /// The path of the folder relative to the root: `Modules/Bus/MessageBus`.
    let folder: String
    /// The direct dependencies in this package.
    let targets: Set<String>
    /// The packages of the direct dependencies in other packages.
    let packages: Set<String>
  }

  let targets: [Target]
  /// The modules that are library products.
  let products: [String]

  /// All targets except apps and tests.
  var modules: [Target] { targets.filter { [.module, .target, .system].contains($0.kind) } }

  subscript(name: String) -> Target? { targets.first { $0.name == name } }

  /// Returns the transitive dependencies of `name`.
  func closure(of name: String) -> (targets: Set<String>, packages: Set<String>) {
    var found: Set<String> = []
    var packages: Set<String> = []
    var open = [name]
    while let next = open.popLast() {
      guard found.insert(next).inserted, let target = self[next] else { continue }
      packages.formUnion(target.packages)
      open += target.targets
    }
    return (found.subtracting([name]), packages)
  }

  init(_ text: String) {
    // Remove comments and package URLs, whose quotation marks and slashes are not syntax.
    let code = text.split(separator: "\n").filter { !$0.contains("https:") }.map { line in
      line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
    }
    let text = code.joined(separator: "\n")
    var packages: [String: String] = [:]
    for declaration in text.split(separator: "static let ").dropFirst() {
      let words = Self.strings(declaration.prefix { $0 != "\n" })
      if words.count == 2, let name = declaration.split(separator: " ").first { packages[String(name)] = words[1] }
    }
    let list = text.firstRange(of: "\n  targets: [\n") ?? text.endIndex..<text.endIndex
    let calls = text[..<list.lowerBound].split(separator: "\n  products: [").dropFirst().first?.split(separator: "library(") ?? []
    products = calls.compactMap { Self.strings($0.prefix { $0 != ")" }).first }
    // Targets that scripts add follow the list.
    let end = text[list.upperBound...].firstRange(of: "\n  ]\n")?.lowerBound ?? text.endIndex
    var rest = text[list.upperBound..<end]
    var targets: [Target] = []
    while let (kind, start) = Self.nextCall(in: rest) {
      let call = Self.call(rest[start...])
      let words = Self.strings(call)
      // The dependencies are between the first brackets.
      let list = call.firstIndex(of: "[").map { call[$0...].prefix { $0 != "]" } } ?? ""
      let products = list.split { " ,\n[".contains($0) }.filter { $0.hasPrefix(".") }.compactMap { packages[String($0.dropFirst())] }
      let hasDependencies = kind != .target && kind != .system
      let folder = Self.folder(of: kind, words)
      targets.append(
        Target(
          kind: kind, name: folder.split(separator: "/").last.map(String.init) ?? "", folder: folder,
          targets: hasDependencies ? Set(Self.strings(list)) : [], packages: Set(products)))
      rest = rest[call.endIndex...]
    }
    self.targets = targets
  }

  /// Returns the folder named by a call with the string literals `words`: `module`, `app` and `tests` add a prefix, `tests` also a suffix.
  private static func folder(of kind: Kind, _ words: [String]) -> String {
    switch kind {
    case .module: "Modules/\(words.first ?? "")"
    case .app: "Apps/\(words.first ?? "")"
    case .tests: "Tests/\(words.first ?? "")Tests"
    case .target, .system: words.dropFirst().first ?? ""
    }
  }

  private static func nextCall(in text: Substring) -> (Kind, String.Index)? {
    Kind.allCases.compactMap { kind in text.firstRange(of: kind.rawValue).map { (kind, $0.lowerBound) } }.min { $0.1 < $1.1 }
  }

  /// Returns the prefix of `text` up to the parenthesis that closes the first one.
  private static func call(_ text: Substring) -> Substring {
    var depth = 0
    for index in text.indices {
      if text[index] == "(" { depth += 1 }
      if text[index] == ")" {
        depth -= 1
        if depth == 0 { return text[...index] }
      }
    }
    return text
  }

  /// Returns the string literals in `text`.
  private static func strings(_ text: Substring) -> [String] {
    text.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }
}
