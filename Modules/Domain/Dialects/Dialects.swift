public import Models
public import OrderedJSON

/// Registry of the dialects a program knows. Created at the composition root and passed down.
public struct Dialects: Sendable {
  /// Dialects, most specific first: the first that recognises a root document is used.
  public let all: [any Dialect]

  /// Creates a registry of the given dialects, most specific first.
  public init(_ types: [any Dialect.Type], kinds: Kinds) { all = types.map { $0.init(kinds: kinds) } }

  /// The dialects of this module, for the kinds of the Star Wars catalogue.
  public static let standard = Dialects(standardDialects, kinds: .standard)

  /// The dialect called `name`, or `nil` if there is none.
  public subscript(name: String) -> (any Dialect)? { all.first { $0.name == name } }

  /// Returns the dialect of a server with this root document, or `nil` if none recognises it.
  public func recognising(root: JSON) -> (any Dialect)? { all.first { $0.recognises(root: root) } }
}

/// The dialects of this module, one per folder. A test compares the list with the folders.
let standardDialects: [any Dialect.Type] = [
  SWAPIDialect.self
]
