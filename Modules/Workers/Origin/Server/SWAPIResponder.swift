import Dialects
import HTTPTypes
import Models
import NIOCore
import OrderedJSON
import Synchronization

/// Responds to requests as a server of a dialect does. The dialect decides what a path and a query mean. Performs no I/O.
final class SWAPIResponder: Sendable {
  /// A document whose links start with the base URL.
  private struct Key: Hashable {
    let root: String
    let document: WireDocument
  }

  private struct Document: Sendable {
    let body: ByteBuffer
    let entityTag: String

    init(_ json: JSON) {
      let bytes = json.bytes()
      body = ByteBuffer(bytes: bytes)
      entityTag = EntityTag.strong(bytes)
    }
  }

  /// Maximum number of documents that are kept, those of the catalogue for four base URLs: clients choose the base URL through Host.
  private static let maxDocuments = 2_000

  private let dialect: any Dialect
  private let records: CatalogueRecords
  /// The documents that do not depend on the request, encoded on first use.
  private let documents = Mutex<[Key: Document]>([:])

  init(catalogue: Catalogue, pageSize: Int, dialect: any Dialect) {
    self.dialect = dialect
    records = CatalogueRecords(catalogue: catalogue, kinds: catalogue.kinds, pageSize: max(1, pageSize))
  }

  /// - Parameter localAuthority: host and port the server listens on, for clients that send no Host.
  func respond(to request: SWAPIRequest, localAuthority: String) -> ResponsePlan {
    guard let root = BaseURL.root(host: request.host, forwardedScheme: request.forwardedScheme, localAuthority: localAuthority) else {
      return response(.webPage(400, "Bad Request"), "", nil)
    }
    let served = ServedRequest(method: request.method, target: request.target, accept: request.fields[.accept], time: request.time)
    return response(dialect.answer(served, from: records), root, request.fields[.ifNoneMatch])
  }

  private func response(_ answer: ServedAnswer, _ root: String, _ ifNoneMatch: String?) -> ResponsePlan {
    var plan = ResponsePlan(answer.status)
    plan.fields[.contentType] = answer.contentType
    plan.fields[.location] = answer.location.map { root + $0 }
    for field in answer.fields {
      if let name = HTTPField.Name(field.name) { plan.fields[name] = field.value }
    }
    switch answer.body {
    case .empty: break
    case .text(let text): plan.body = ByteBuffer(string: text)
    case .json(let json): plan.body = Document(json).body
    case .document(let key, let write):
      let document = document(key.map { Key(root: root, document: $0) }) { write(root + ServedRequest.apiPath) }
      plan.body = document.body
      guard answer.entityTag != .none else { break }
      plan.fields[.eTag] = answer.entityTag == .weak ? "W/\(document.entityTag)" : document.entityTag
      guard let ifNoneMatch, EntityTag.list(ifNoneMatch, matches: document.entityTag) else { break }
      (plan.status, plan.fields[.contentType], plan.body) = (.notModified, nil, ByteBuffer())
    }
    return plan
  }

  private func document(_ key: Key?, _ write: () -> JSON) -> Document {
    if let key, let document = documents.withLock({ $0[key] }) { return document }
    let document = Document(write())
    guard let key else { return document }
    documents.withLock { documents in
      if documents.count >= Self.maxDocuments { documents = [:] }
      documents[key] = document
    }
    return document
  }
}

/// An HTTP request as the server received it.
public struct SWAPIRequest: Sendable, Hashable {
  /// `GET`
  var method = "GET"
  /// Path and query as received: `/api/people/?page=2`.
  var target: String
  /// The field Host; `nil` if the client sent none.
  var host: String?
  /// The field X-Forwarded-Proto, which a reverse proxy sets to the scheme its client used.
  var forwardedScheme: String?
  var fields = HTTPFields()
  /// The time of the request in milliseconds since 1970, for dialects whose documents state it.
  var time: Int64 = 0
}

/// The records of the catalogue, for the dialect that serves them.
struct CatalogueRecords: ServedRecords {
  let catalogue: Catalogue
  let kinds: [KindName]
  let pageSize: Int

  func record(_ reference: Reference) -> Record? { try? catalogue.record(reference) }

  func records(of kind: KindName) -> [Record]? { try? catalogue.records(of: kind) }
}

/// The URL at which the client reached the server. Links in responses start with this URL, as on the original server.
enum BaseURL {
  /// Returns scheme and authority, such as `http://127.0.0.1:1138`. Uses `localAuthority` if there is no field Host (HTTP/1.0). Returns
  /// `nil` if Host is not a valid host, so that a client cannot inject arbitrary text into responses.
  static func root(host: String?, forwardedScheme: String?, localAuthority: String) -> String? {
    let host = host ?? localAuthority
    guard isHost(host) else { return nil }
    // Each proxy of a chain appends its scheme; the first one is the client's.
    let forwarded = forwardedScheme?.prefix { $0 != "," }.filter { $0 != " " }.lowercased()
    return (forwarded == "https" ? "https://" : "http://") + host
  }

  /// Whether `text` is a host name or address (IPv6 in brackets) with an optional port (RFC 9110 section 7.2).
  static func isHost(_ text: String) -> Bool {
    guard (1...255).contains(text.utf8.count) else { return false }
    let name: Substring
    if text.hasPrefix("["), let bracket = text.firstIndex(of: "]") {
      guard text[text.index(after: text.startIndex)..<bracket].allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { return false }
      name = text[...bracket]
    } else {
      name = text.prefix { $0 != ":" }
      guard !name.isEmpty, name.unicodeScalars.allSatisfy(isInName) else { return false }
    }
    let rest = text[name.endIndex...]
    return rest.isEmpty || rest == ":" || (rest.hasPrefix(":") && UInt16(digits: rest.dropFirst()) != nil)
  }

  private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) || [".", "-", "_"].contains(scalar)
  }
}
