public import Contracts
public import MessageBus
public import Models
public import OrderedJSON

/// A record in a worker's response, checked to be the requested one.
public struct RecordResponse: Sendable {
  public let cached: CachedResponse
  /// The canonical form of the record.
  public let json: JSON

  /// Throws a 502 if `response` is not canonical JSON of the record `reference`.
  public init(_ response: CachedResponse, for reference: Reference) throws(Problem) {
    let json: JSON
    do { json = try JSON(parsing: response.body) } catch { throw .malformedReply(error.description) }
    guard let found = Reference(canonical: json) else { throw .malformedReply("expected the record \(reference)") }
    guard found == reference else { throw .mismatchedResponse("\(found)", to: "\(reference)") }
    (self.cached, self.json) = (response, json)
  }

  /// Decodes the fields. Throws a 502 if they are not in canonical form.
  public func record(_ kinds: Kinds) throws(Problem) -> Record { try Record(received: json, kinds: kinds) }
}

/// A list in a worker's response: one page, or all pages merged into one.
public struct ListResponse: Sendable {
  public var page: PageBody
  /// The URL of the first page at the origin.
  public var location: String?
  public var origin: OriginIdentity?
}

extension PageBody {
  /// The maximum number of pages of a list. A fetcher allows far fewer; front-ends reserve memory for each page.
  private static let maxPages = 1_000_000

  /// Throws a 502 if the page has another kind or number than requested, holds records of another kind, or states too many pages. The
  /// numbers of records were limited when the page was decoded.
  func checked(_ kind: KindName, number: Int) throws(Problem) -> PageBody {
    guard self.kind == kind, page == number else {
      throw .mismatchedResponse("page \(page) of \(self.kind)", to: "page \(number) of \(kind)")
    }
    guard pages <= Self.maxPages else { throw .malformedReply("page \(page) of \(kind) states \(pages) pages") }
    for item in items {
      if let found = Reference(canonical: item), found.kind != kind { throw .mismatchedResponse("a list with \(found)", to: "\(kind)") }
    }
    return self
  }
}

extension ReferencePath {
  /// Throws a 502 if the path connects other records than the two requested.
  func checked(_ request: PathRequest) throws(Problem) -> ReferencePath {
    let ends = (from: from.reference, to: steps.last?.to.reference ?? from.reference)
    guard ends.from == request.from, ends.to == request.to else {
      throw .mismatchedResponse("a path from \(ends.from) to \(ends.to)", to: "a path from \(request.from) to \(request.to)")
    }
    return self
  }
}

extension Record {
  /// Decodes a record received from a worker. Throws a 502 if it is not in canonical form.
  public init(received json: JSON, kinds: Kinds) throws(Problem) {
    do { try self.init(canonical: json, kinds: kinds) } catch { throw .malformedReply(error.message) }
  }
}

extension Problem {
  /// A worker sent a response for another request: it is broken, or not part of Holocron.
  static func mismatchedResponse(_ received: String, to requested: String) -> Problem {
    Problem(
      502, "mismatched reply from a worker", detail: "requested \(requested), received \(received)",
      type: ProblemType.mismatchedResponse)
  }
}

extension ProblemType {
  /// The response belongs to another request.
  public static let mismatchedResponse = "urn:holocron:other-answer"
}
