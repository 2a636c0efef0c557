public import Contracts
public import MessageBus
public import Models
public import OrderedJSON

/// A record as a worker answered it. It is the one that was asked for.
public struct AnsweredRecord: Sendable {
  public let answered: CachedResponse
  /// Its canonical form.
  public let json: JSON

  /// Throws a 502 when `answered` is not canonical JSON of the record `reference`.
  public init(_ answered: CachedResponse, for reference: Reference) throws(Problem) {
    let json: JSON
    do { json = try JSON(parsing: answered.body) } catch { throw .unknownForm(error.description) }
    guard let found = Reference(canonical: json) else { throw .unknownForm("expected the record \(reference)") }
    guard found == reference else { throw .otherAnswer("\(found)", to: "\(reference)") }
    (self.answered, self.json) = (answered, json)
  }

  /// Reads the fields. Throws a 502 where they are not of the canonical form.
  public func record(_ kinds: Kinds) throws(Problem) -> Record { try Record(answered: json, kinds: kinds) }
}

/// A list as a worker answered it: one page, or all of them as one.
public struct AnsweredList: Sendable {
  public var page: PageBody
  /// Where the origin keeps its first page.
  public var location: String?
  public var origin: OriginIdentity?
}

extension PageBody {
  /// Throws a 502 when the page is of another kind or has another number than the one that was asked for, or holds records of another kind.
  func checked(_ kind: KindName, number: Int) throws(Problem) -> PageBody {
    guard self.kind == kind, page == number else { throw .otherAnswer("page \(page) of \(self.kind)", to: "page \(number) of \(kind)") }
    for item in items {
      if let found = Reference(canonical: item), found.kind != kind { throw .otherAnswer("a list with \(found)", to: "\(kind)") }
    }
    return self
  }
}

extension ReferencePath {
  /// Throws a 502 when it connects other records than the two that were asked for.
  func checked(_ wanted: PathRequest) throws(Problem) -> ReferencePath {
    let ends = (from: from.reference, to: steps.last?.to.reference ?? from.reference)
    guard ends.from == wanted.from, ends.to == wanted.to else {
      throw .otherAnswer("a path from \(ends.from) to \(ends.to)", to: "one from \(wanted.from) to \(wanted.to)")
    }
    return self
  }
}

extension Record {
  /// Reads a record that a worker sent.
  public init(answered json: JSON, kinds: Kinds) throws(Problem) {
    do { try self.init(canonical: json, kinds: kinds) } catch { throw .unknownForm(error.message) }
  }
}

extension Problem {
  static func unknownForm(_ detail: String) -> Problem {
    Problem(502, "a worker answered in an unknown form", detail: detail, type: ProblemType.malformed)
  }

  /// A worker answered another question than the one it was asked: it is broken, or not one of ours.
  static func otherAnswer(_ found: String, to wanted: String) -> Problem {
    Problem(
      502, "a worker answered something else", detail: "\(wanted) was asked for, and the answer is \(found)", type: ProblemType.otherAnswer)
  }
}

extension ProblemType {
  /// The answer belongs to another question.
  public static let otherAnswer = "urn:holocron:other-answer"
}
