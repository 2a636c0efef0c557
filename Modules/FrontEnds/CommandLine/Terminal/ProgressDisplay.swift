import MessageBus

/// One activity on the ``ProgressBoard`` of a command. Shows nothing if standard error is not a terminal or the command is quiet.
struct ProgressDisplay: Sendable {
  private let board: ProgressBoard?
  private let id: Int

  /// Begins an activity. `label` says what it is: `reading people`.
  init(_ context: Context, _ label: String) {
    board = context.progress
    id = board?.begin(label) ?? 0
  }

  /// Whether the progress is shown at all.
  var isShown: Bool { board != nil }

  func show(_ label: String) { board?.update(id, label: label) }

  func show(done: Int, of total: Int) { board?.update(id, count: (done, total)) }

  /// Ends the activity.
  func clear() { board?.end(id) }
}

extension Context {
  /// Runs `body` as an activity.
  func showing<Result>(_ label: String, _ body: () async throws(Problem) -> Result) async throws(Problem) -> Result {
    let progress = ProgressDisplay(self, label)
    defer { progress.clear() }
    return try await body()
  }
}
