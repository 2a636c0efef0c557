public import Models
public import OrderedJSON

/// The dialects a program knows. A value made where the program is put together.
public struct Dialects: Sendable {
  /// More particular ones first: the first that recognises a root document wins.
  public let all: [any Dialect]

  public init(_ types: [any Dialect.Type], kinds: Kinds) { all = types.map { $0.init(kinds: kinds) } }

  public static let standard = Dialects(standardDialects, kinds: .standard)

  public subscript(name: String) -> (any Dialect)? { all.first { $0.name == name } }

  /// The dialect of a server with this root document.
  public func recognising(root: JSON) -> (any Dialect)? { all.first { $0.recognises(root: root) } }
}

/// Every dialect of this module, once; each has a folder. A test compares the list with the folders.
let standardDialects: [any Dialect.Type] = [
  SWAPIDialect.self
]
