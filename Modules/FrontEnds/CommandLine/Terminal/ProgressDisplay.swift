import Localization
import MessageBus

/// One activity on the ``ProgressBoard`` of a command. Shows nothing if standard error is not a terminal or the command is quiet.
struct ProgressDisplay: Sendable {
  private let board: ProgressBoard?
  private let language: any Language
  private let id: Int

  /// Begins an activity, which `phrase` names.
  init(_ context: Context, _ phrase: Phrase) {
    board = context.progress
    // Reading the preferences takes time, and only a line that is shown needs them.
    language = board == nil ? English() : context.language
    id = board?.begin(language.say(phrase), in: language) ?? 0
  }

  /// Whether the progress is shown at all.
  var isShown: Bool { board != nil }

  func show(_ phrase: Phrase) { board?.update(id, label: language.say(phrase)) }

  func show(done: Int, of total: Int) { board?.update(id, count: (done, total)) }

  /// Ends the activity.
  func clear() { board?.end(id) }
}

extension Context {
  /// Runs `body` as an activity.
  func showing<Result>(_ phrase: Phrase, _ body: () async throws(Problem) -> Result) async throws(Problem) -> Result {
    let progress = ProgressDisplay(self, phrase)
    defer { progress.clear() }
    return try await body()
  }
}
