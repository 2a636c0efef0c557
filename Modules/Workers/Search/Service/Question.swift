import Contracts
import MessageBus
import Models

/// A request that is answered from the index alone, in its canonical form: requests that differ only in the spelling of their targets are
/// the same question.
struct Question: Sendable, Hashable {
  enum Subject: Sendable, Hashable {
    case search(mayAskOrigin: Bool)
    /// Names that match a text.
    case suggestions
    /// A selection for the day, in days since 1970.
    case featured(day: Int)
  }

  let subject: Subject
  let text: String
  let kind: KindName?
  let limit: Int
  let order: SearchOrder?

  init(_ request: SearchRequest) {
    subject = .search(mayAskOrigin: request.mayAskOrigin)
    (text, kind, limit, order) = (request.text, request.kind, request.limit, request.order)
  }

  /// - Parameter clock: milliseconds since 1970; called only if the answer depends on it.
  init(_ request: SuggestRequest, clock: () -> Int64) {
    subject = request.isBlank ? .featured(day: Int(clock() / 86_400_000)) : .suggestions
    // Without words, only the kind and the number of names matter.
    (text, kind, limit, order) = (request.isBlank ? "" : request.text, request.kind, request.limit, nil)
  }

  /// Texts are compared as bytes: an answer repeats the text, so a text in another Unicode normalization has another answer.
  static func == (left: Question, right: Question) -> Bool {
    left.subject == right.subject && left.limit == right.limit && left.order == right.order && left.text.utf8.elementsEqual(right.text.utf8)
      && left.kind == right.kind
  }
}

extension SuggestRequest {
  /// Whether the text has no words, so that a selection of the day is the answer.
  var isBlank: Bool { !text.contains { !$0.isWhitespace } }
}
