public import Models
public import OrderedJSON

/// Wire format of a family of SWAPI servers: builds URLs, and reads and writes documents.
///
/// A dialect does no I/O. A `base` is the URL of the root document, such as `https://swapi.dev/api`, with or without a trailing slash.
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

  /// Answers a request as servers of the family do: paths, pages, search and errors are decisions of the dialect. `records` is called on the
  /// caller's thread.
  func answer(_ request: ServedRequest, from records: any ServedRecords) -> ServedAnswer
}

extension Dialect {
  /// ``name`` of the type.
  public var name: String { Self.name }

  public func recognises(list: JSON) -> Bool { true }

  public var hasVolatileDocuments: Bool { false }

  public func extent(of query: PageQuery) -> ListExtent { .page }

  /// Reads a root document that is an object with a link for each kind.
  public func kinds(root: [UInt8]) throws(DialectError) -> [KindName] {
    guard let members = try parsed(root, "the root").object else {
      throw DialectError("the origin's root document is not an object with a list for each kind")
    }
    return members.compactMap { $0.value.string == nil ? nil : KindName($0.name) }
  }

  public func errorDetail(body: [UInt8]) -> String? { (try? JSON(parsing: body))?.object?.errorDetail }

  /// Writes a root document with the URL of the list of each kind.
  public func wire(root kinds: [KindName], base: String) -> JSON {
    .object(JSON.Object(kinds.map { ($0.text, .string(url(of: .page(PageQuery($0)), base: base))) }))
  }
}

extension Dialect {
  /// Parses a body from outside.
  ///
  /// - Parameter subject: what the body answers, for messages: `people/1`.
  func parsed(_ body: [UInt8], _ subject: String) throws(DialectError) -> JSON {
    do { return try JSON(parsing: body) } catch {
      throw DialectError("the origin's answer for \(subject) is \(error)", cause: error)
    }
  }

  /// Returns the members of the document of one record, which has to be an object.
  func recordMembers(_ reference: Reference, body: [UInt8]) throws(DialectError) -> JSON.Object {
    if let members = try parsed(body, "\(reference)").object { return members }
    throw DialectError("the origin's answer for \(reference) is not an object")
  }
}

extension JSON.Object {
  /// The text of an error document, at most 300 Unicode scalars. Servers disagree about the name of its member.
  var errorDetail: String? {
    let text = ["detail", "message", "messsage", "error"].lazy.compactMap { self[$0]?.string }.first { !$0.isEmpty }
    return text?.shortened(to: 300)
  }
}

extension String {
  /// Returns the first `count` Unicode scalars. Counts no characters, because one character may have any number of scalars.
  func shortened(to count: Int) -> String { String(unicodeScalars.prefix(count)) }
}

/// Error in reading the answer of an origin.
public struct DialectError: Error, Sendable, CustomStringConvertible {
  /// One sentence for people: what happened, to what; names the field, if any.
  public let message: String
  /// Invalid member of the body.
  public let field: String?
  /// The error that caused this one.
  public let cause: (any Error)?

  public init(_ message: String, field: String? = nil, cause: (any Error)? = nil) {
    self.message = message
    self.field = field
    self.cause = cause
  }

  public var description: String { message }
}
