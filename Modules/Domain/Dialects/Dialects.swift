public import Models
public import OrderedJSON

/// Registry of the dialects a program knows. Created at the composition root and passed down.
public struct Dialects: Sendable {
  /// Dialects in the order of the registry. If several recognise a server, the first is used.
  public let all: [any Dialect]

  /// Creates a registry of the given dialects.
  public init(_ types: [any Dialect.Type], kinds: Kinds) { all = types.map { $0.init(kinds: kinds) } }

  /// The dialects of this module, for the kinds of the Star Wars catalogue.
  public static let standard = Dialects(standardDialects, kinds: .standard)

  /// Names of the dialects of ``standard``, without creating them.
  public static var standardNames: [String] { standardDialects.map { $0.name } }

  /// The dialect called `name`, or `nil` if there is none.
  public subscript(name: String) -> (any Dialect)? { all.first { $0.name == name } }

  /// Names of the dialects: `swapi, swapi-info`.
  public var names: String { all.map(\.name).joined(separator: ", ") }

  /// Returns the dialects that a server with this root document may use. If there are several, a list of the server decides
  /// (``Dialect/recognises(list:)``).
  public func recognising(root: JSON) -> [any Dialect] { all.filter { $0.recognises(root: root) } }
}

/// The dialects of this module, one per folder. A test compares the list with the folders.
let standardDialects: [any Dialect.Type] = [
  SWAPIDialect.self, SWAPIInfoDialect.self, SWAPITechDialect.self,
]

/// The records that a server offers.
public protocol ServedRecords: Sendable {
  var kinds: [KindName] { get }
  /// Number of records of a page, if the request does not ask for another; at least 1.
  var pageSize: Int { get }

  /// Returns a record, or `nil` if there is none.
  func record(_ reference: Reference) -> Record?

  /// Returns all records of a kind in the order of the lists, or `nil` if the kind is unknown.
  func records(of kind: KindName) -> [Record]?
}
