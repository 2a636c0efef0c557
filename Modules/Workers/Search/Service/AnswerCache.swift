/// The contents of the answers to recent questions about the current version of the index, bounded in bytes. A pure value; every operation
/// takes constant time, except that a new version of the index drops all answers.
///
/// Answers belong to one of two generations. When the younger one has its half of the bytes, the older one is dropped, and the younger one
/// takes its place. An answer that is used again moves to the younger one. So answers that are asked for often stay, without a list of uses.
struct AnswerCache: Sendable {
  private struct Generation: Sendable {
    var answers: [Question: [UInt8]] = [:]
    var bytes = 0
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

  /// Returns the answer that was inserted for this version of the index, and marks it as used.
  ///
  /// - Parameter version: the current version of the index. Answers of earlier versions are dropped.
  mutating func answer(_ question: Question, version: UInt64) -> [UInt8]? {
    guard prepare(for: version) else { return nil }
    if let answer = younger.answers[question] { return answer }
    guard let answer = older.answers.removeValue(forKey: question) else { return nil }
    older.bytes -= Self.size(question, answer)
    add(answer, for: question)
    return answer
  }

  /// Inserts an answer that was found in a version of the index, unless a later version is known.
  mutating func insert(_ answer: [UInt8], for question: Question, version: UInt64) {
    guard prepare(for: version), younger.answers[question] == nil else { return }
    if let known = older.answers.removeValue(forKey: question) { older.bytes -= Self.size(question, known) }
    add(answer, for: question)
  }

  private mutating func add(_ answer: [UInt8], for question: Question) {
    let size = Self.size(question, answer)
    guard size <= generationBytes else { return }
    if younger.bytes + size > generationBytes { (older, younger) = (younger, Generation()) }
    younger.answers[question] = answer
    younger.bytes += size
  }

  /// Drops the answers of earlier versions. Returns whether `version` is the latest one.
  private mutating func prepare(for version: UInt64) -> Bool {
    if version > self.version {
      self.version = version
      (younger, older) = (Generation(), Generation())
    }
    return version == self.version
  }

  private static func size(_ question: Question, _ answer: [UInt8]) -> Int { overhead + question.text.utf8.count + answer.count }
}
