public import Models
public import OrderedJSON

/// How a family of SWAPI servers writes the catalogue: where things are, how answers are read, and how they are written.
///
/// A dialect does no I/O. A base is the URL of the root document with or without its last slash, such as `https://swapi.dev/api`.
public protocol Dialect: Sendable, SendableMetatype {
  /// `swapi`. Also what `--dialect` takes.
  static var name: String { get }

  init(kinds: Kinds)

  /// Whether a server with this root document speaks the dialect.
  func recognises(root: JSON) -> Bool

  /// Where a document is.
  func url(of document: WireDocument, base: String) -> String

  /// The kinds that a root document offers, in its order, known or not.
  func kinds(root: [UInt8]) throws(DialectError) -> [KindName]

  /// Reads one record. A kind that the program does not know gives a record with a name and raw members.
  func record(_ reference: Reference, body: [UInt8]) throws(DialectError) -> Record

  /// Reads one page of a list.
  func page(_ query: PageQuery, body: [UInt8]) throws(DialectError) -> WirePage

  /// What the origin says of an error, in its own words and at most 300 characters. `nil` when the body does not say, as web pages do not.
  func reason(body: [UInt8]) -> String?

  /// The record as a server at `base` would write it.
  func wire(_ record: Record, base: String) -> JSON

  /// The page as a server at `base` would write it.
  func wire(_ page: WirePage, base: String) -> JSON

  /// The root document as a server at `base` would write it.
  func wire(root kinds: [KindName], base: String) -> JSON
}

extension Dialect {
  public var name: String { Self.name }
}
