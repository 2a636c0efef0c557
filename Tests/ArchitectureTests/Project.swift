import FoundationEssentials

/// The project's own files, found from where this one is.
enum Project {
  /// The folder of Package.swift.
  static let root: String = {
    let components = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return components.dropLast(3).joined(separator: "/")
  }()

  struct SourceFile: Sendable {
    /// From the root: `Modules/Models/Kinds/Film.swift`.
    let path: String
    let lines: [Substring]

    /// Modules it imports, whatever words stand before `import`.
    var imports: Set<String> {
      Set(
        lines.compactMap { line in
          let words = line.prefix { $0 != "/" }.split(separator: " ")
          guard let index = words.firstIndex(of: "import"), words[..<index].allSatisfy(Self.prefixes.contains), words.count > index + 1
          else {
            return nil
          }
          // `import struct Module.Name` names the module before the full stop.
          let name = Self.declarations.contains(words[index + 1]) && words.count > index + 2 ? words[index + 2] : words[index + 1]
          return name.split(separator: ".").first.map(String.init)
        })
    }

    private static let prefixes: Set<Substring> = [
      "public", "package", "internal", "private", "fileprivate", "@testable", "@preconcurrency", "@_exported",
    ]
    private static let declarations: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
  }

  static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
  }

  /// Names in a folder, without `.` and `..`.
  static func entries(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? root : "\(root)/\(folder)")
  }

  static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder) && isFolder
  }

  static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: "\(root)/\(path)") }

  /// All Swift files of a folder and those below it.
  static func sources(_ folder: String) throws -> [SourceFile] {
    try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)").filter { $0.hasSuffix(".swift") }.sorted().map {
      let path = "\(folder)/\($0)"
      return SourceFile(path: path, lines: try text(path).split(separator: "\n", omittingEmptySubsequences: false))
    }
  }
}
