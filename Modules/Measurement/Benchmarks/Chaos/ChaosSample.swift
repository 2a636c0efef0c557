/// One request of a chaos run and what became of it, as a line that a client process writes.
struct ChaosSample: Sendable, Hashable {
  enum Outcome: Sendable, Hashable {
    /// The answer that the catalogue gives.
    case right
    /// Any other answer; the text says which.
    case wrong(String)
    /// Neither an answer nor an error within the deadline and ``ChaosClient/margin``.
    case lost
    /// An error that admits a failure: its status and type, such as `503 no-worker`, and its detail.
    case failed(String, detail: String = "")
  }

  let form: ChaosRequest.Form
  /// The deadline of the request in milliseconds.
  let limit: Int
  /// Microseconds since the machine started.
  let sent, done: Int64
  let outcome: Outcome

  /// The words of ``line`` before the text.
  private static let wordCount = 5

  /// `record 5000 1234 5678 right`
  var line: String {
    let text =
      switch outcome {
      case .right: "right"
      case .wrong(let detail): "wrong \(detail.replacing("\n", with: " "))"
      case .lost: "lost"
      case .failed(let code, let detail): "failed \(code)" + (detail.isEmpty ? "" : ": \(detail.replacing("\n", with: " "))")
      }
    return "\(form.rawValue) \(limit) \(sent) \(done) \(text)"
  }

  init(_ form: ChaosRequest.Form, limit: Int, sent: Int64, done: Int64, _ outcome: Outcome) {
    (self.form, self.limit, self.sent, self.done, self.outcome) = (form, limit, sent, done, outcome)
  }

  /// Returns `nil` for anything but ``line``.
  init?(line: String) {
    let words = line.split(separator: " ", maxSplits: Self.wordCount, omittingEmptySubsequences: false)
    guard words.count >= Self.wordCount, let form = ChaosRequest.Form(rawValue: String(words[0])), let limit = Int(words[1]),
      let sent = Int64(words[2]), let done = Int64(words[3])
    else { return nil }
    let text = words.count > Self.wordCount ? String(words[Self.wordCount]) : ""
    switch words[4] {
    case "right": self.init(form, limit: limit, sent: sent, done: done, .right)
    case "wrong": self.init(form, limit: limit, sent: sent, done: done, .wrong(text))
    case "lost": self.init(form, limit: limit, sent: sent, done: done, .lost)
    case "failed":
      let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
      self.init(form, limit: limit, sent: sent, done: done, .failed(parts.first ?? "", detail: parts.count > 1 ? parts[1] : ""))
    default: return nil
    }
  }
}
