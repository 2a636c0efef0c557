/// The contents of the answers to recent questions about the current version of the index, bounded in bytes. A pure value; every operation
/// takes constant time.
///
/// Answers belong to one of two generations. When the younger one has its half of the bytes, the older one is dropped, and the younger one
/// takes its place. An answer that is used again moves to the younger one. So answers that are asked for often stay, without a list of uses.
/// The first answer for a new version of the index drops all others.
struct AnswerCache: Sendable {
  fileprivate struct Generation: Sendable {
    var answers: [Question: [UInt8]] = [:]
    var bytes = 0
  }

  /// Answers that are no longer kept. Freeing thousands of them takes time and must not happen under a lock.
  struct Dropped: Sendable {
    fileprivate var generations: [Generation] = []
  }

  /// What an answer counts besides its content and the text of its question, in bytes.
  static let overhead = 256

  private let generationBytes: Int
  private var version: UInt64 = 0
  private var younger = Generation()
  private var older = Generation()

  /// - Parameter maxBytes: maximum size of all answers with their questions. An answer larger than half of it is not kept.
  init(maxBytes: Int) { generationBytes = maxBytes / 2 }

  /// The sum of the sizes of the answers.
  var bytes: Int { younger.bytes + older.bytes }
  var count: Int { younger.answers.count + older.answers.count }

  /// Returns the answer that was inserted for this version of the index, and marks it as used if there is room among the younger ones.
  mutating func answer(_ question: Question, version: UInt64) -> [UInt8]? {
    guard version == self.version else { return nil }
    if let answer = younger.answers[question] { return answer }
    guard let answer = older.answers[question] else { return nil }
    let size = Self.size(question, answer)
    if younger.bytes + size <= generationBytes {
      older.answers[question] = nil
      older.bytes -= size
      younger.answers[question] = answer
      younger.bytes += size
    }
    return answer
  }

  /// Inserts an answer that was found in a version of the index, unless a later version is known. Returns the answers that it displaces: all
  /// those of earlier versions, or the older ones.
  mutating func insert(_ answer: [UInt8], for question: Question, version: UInt64) -> Dropped {
    guard version >= self.version else { return Dropped() }
    var dropped = Dropped()
    if version > self.version {
      dropped.generations = [younger, older]
      self.version = version
      (younger, older) = (Generation(), Generation())
    }
    let size = Self.size(question, answer)
    guard size <= generationBytes, younger.answers[question] == nil else { return dropped }
    if let known = older.answers.removeValue(forKey: question) { older.bytes -= Self.size(question, known) }
    if younger.bytes + size > generationBytes {
      dropped.generations.append(older)
      (older, younger) = (younger, Generation())
    }
    // A copy, because the array may have room for twice as many bytes.
    younger.answers[question] = Array(answer[...])
    younger.bytes += size
    return dropped
  }

  private static func size(_ question: Question, _ answer: [UInt8]) -> Int { overhead + question.text.utf8.count + answer.count }
}
