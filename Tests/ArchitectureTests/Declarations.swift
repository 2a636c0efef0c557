/// The declarations in Swift sources by their documentation paths, such as `BusClient/ask(_:_:within:)`. Finds types, functions,
/// initializers, subscripts, properties, type aliases and enum cases, but no operators.
struct Declarations {
  /// Paths of all declarations.
  private(set) var all: Set<String> = []
  /// Paths of public declarations in public types.
  private(set) var published: Set<String> = []

  private enum Scope {
    case type(path: String, isPublic: Bool, isProtocol: Bool, isEnum: Bool)
    case other
  }

  private var scopes: [Scope] = []
  /// The scope that the next opening brace begins.
  private var next = Scope.other
  private var publicTypes: Set<String> = []

  /// - Parameter texts: the contents of the files of a module.
  init(_ texts: [String]) {
    // Types first: an extension does not repeat the access level of its type.
    for text in texts { scan(text) }
    publicTypes = published
    published = []
    for text in texts { scan(text) }
  }

  private mutating func scan(_ text: String) {
    scopes = []
    var statement: [UInt8] = []
    var parentheses = 0
    for byte in SwiftCode.withoutCommentsAndStrings(text) {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["): parentheses += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): parentheses -= 1
      case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\n"), UInt8(ascii: ";"):
        // A signature may continue on the next line, and a default value may contain a closure.
        guard parentheses <= 0 else { break }
        read(String(decoding: statement, as: UTF8.self))
        statement = []
        if byte == UInt8(ascii: "{") { (scopes, next) = (scopes + [next], .other) }
        if byte == UInt8(ascii: "}") { scopes = scopes.dropLast() }
        continue
      default: break
      }
      statement.append(byte)
    }
  }

  private mutating func read(_ statement: String) {
    guard let declaration = SwiftDeclaration(statement) else { return }
    let (parent, parentIsPublic, inProtocol, inEnum): (String?, Bool, Bool, Bool)
    switch scopes.last {
    case nil: (parent, parentIsPublic, inProtocol, inEnum) = (nil, true, false, false)
    case .type(let path, let isPublic, let isProtocol, let isEnum):
      (parent, parentIsPublic, inProtocol, inEnum) = (path, isPublic, isProtocol, isEnum)
    case .other: return
    }
    guard declaration.keyword != "case" || inEnum else { return }
    let isPublic = parentIsPublic && (declaration.isPublic || inProtocol || declaration.keyword == "case")
    for name in declaration.names {
      let path = parent.map { "\($0)/\(name)" } ?? name
      guard declaration.keyword != "extension" else {
        next = .type(path: path, isPublic: publicTypes.contains(path), isProtocol: false, isEnum: false)
        continue
      }
      all.insert(path)
      if isPublic { published.insert(path) }
      if declaration.isType {
        next = .type(
          path: path, isPublic: isPublic, isProtocol: declaration.keyword == "protocol", isEnum: declaration.keyword == "enum")
      }
    }
  }
}
