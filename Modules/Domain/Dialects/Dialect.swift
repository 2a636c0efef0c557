public import Models
public import OrderedJSON

/// Wire format of a family of SWAPI servers: builds URLs, and reads and writes documents.
///
/// A dialect does no I/O. A `base` is the URL of the root document, such as `https://swapi.dev/api`, with or without a trailing slash. A
/// dialect that can answer requests as such a server is a ``ServingDialect`` as well.
public protocol Dialect: Sendable, SendableMetatype {
  /// Name of the dialect, as given to `--dialect`: `swapi`.
  static var name: String { get }

  /// Creates a dialect that knows the fields of `kinds`.
  init(kinds: Kinds)

  /// Returns whether a server with this root document may use the dialect.
  func recognises(root: JSON) -> Bool

  /// Returns whether a server that answers ``url(of:base:)`` of a list with `list` uses the dialect. This decides between dialects with the
  /// same root documents.
  func recognises(list: JSON) -> Bool

  /// Whether documents contain the time at which they were sent. If so, the entity tags of the server change with every answer and are
  /// useless: two documents are equal if their records are.
  var hasVolatileDocuments: Bool { get }

  /// Returns the URL of a document.
  func url(of document: WireDocument, base: String) -> String

  /// Returns what the document at the URL of a page contains.
  func extent(of query: PageQuery) -> ListExtent

  /// Returns the kinds listed in a root document, in its order, including unknown ones.
  func kinds(root: [UInt8]) throws(DialectError) -> [KindName]

  /// Reads one record. A record of an unknown kind has a name and raw members.
  func record(_ reference: Reference, body: [UInt8]) throws(DialectError) -> Record

  /// Reads the document at the URL of a page. If the server has fewer pages than the query asks for, the result has no records. A list in
  /// one document is one page with all records.
  func page(_ query: PageQuery, body: [UInt8]) throws(DialectError) -> WirePage

  /// Returns the origin's own error text, at most 300 Unicode scalars, or `nil` if the body has none, for example because it is a web page.
  func errorDetail(body: [UInt8]) -> String?

  /// Writes a record as a server at `base` would.
  func wire(_ record: Record, base: String) -> JSON

  /// Writes a page as a server at `base` would.
  func wire(_ page: WirePage, base: String) -> JSON

  /// Writes the root document as a server at `base` would.
  func wire(root kinds: [KindName], base: String) -> JSON
}

extension Dialect {
  /// ``name`` of the type.
  public var name: String { Self.name }

  public func recognises(list: JSON) -> Bool { true }

  public var hasVolatileDocuments: Bool { false }

  public func extent(of query: PageQuery) -> ListExtent { .page }
}
