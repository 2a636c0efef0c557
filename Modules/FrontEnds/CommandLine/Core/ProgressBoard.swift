import Localization
import MessageBus
import Presentation
import Synchronization
import Text

/// What a command is waiting for, in a line on standard error that is redrawn in place. Nothing is shown for the first
/// ``standardDelay`` of an activity, so that fast commands print no more than their output.
///
/// Activities may be nested: the line shows the one that began last.
final class ProgressBoard: Sendable {
  private struct Activity {
    let id: Int
    let start: ContinuousClock.Instant
    var label = ""
    let language: any Language
    var count: (done: Int, total: Int)?
  }

  private struct State {
    var activities: [Activity] = []
    var nextID = 0
    var isDrawn = false
  }

  /// Most answers come earlier and would make progress flicker; people notice a longer silence.
  static let standardDelay = Duration.milliseconds(200)
  /// The time between two redraws without news.
  private static let interval = Duration.milliseconds(100)

  private let state = Mutex(State())
  private let columns: Int
  private let delay: Duration
  private let write: @Sendable (SafeText) -> Void

  /// Creates a board for a terminal with this number of columns. `write` writes to standard error.
  init(columns: Int, delay: Duration = standardDelay, write: @escaping @Sendable (SafeText) -> Void) {
    self.columns = columns
    self.delay = delay
    self.write = write
  }

  /// Begins an activity and returns its ID for ``update(_:label:count:)`` and ``end(_:)``. `language` is that of the amounts.
  func begin(_ label: String, in language: any Language = English()) -> Int {
    state.withLock { state in
      defer { state.nextID += 1 }
      state.activities.append(Activity(id: state.nextID, start: .now, label: label, language: language))
      return state.nextID
    }
  }

  /// Changes the text of an activity, or the amount that is done.
  func update(_ id: Int, label: String? = nil, count: (done: Int, total: Int)? = nil) {
    state.withLock { state in
      guard let index = state.activities.firstIndex(where: { $0.id == id }) else { return }
      if let label { state.activities[index].label = label }
      state.activities[index].count = count
      draw(&state)
    }
  }

  /// Ends an activity and erases its line.
  func end(_ id: Int) {
    state.withLock { state in
      state.activities.removeAll { $0.id == id }
      erase(&state)
    }
  }

  /// Erases the line.
  func erase() { state.withLock { erase(&$0) } }

  /// Erases the line and calls `write`, which writes other text. The line is not redrawn meanwhile.
  func writing(_ write: () -> Void) {
    state.withLock { state in
      erase(&state)
      write()
    }
  }

  /// Redraws the line from time to time, until the task is cancelled.
  func run() async {
    while (try? await Task.sleep(for: Self.interval)) != nil { state.withLock { draw(&$0) } }
  }

  private func draw(_ state: inout State) {
    guard let activity = state.activities.last else { return }
    let elapsed = activity.start.duration(to: .now)
    guard elapsed >= delay else { return }
    write("\r\u{1B}[2K\(Self.text(activity.label, activity.count, elapsed, columns: columns - 1, in: activity.language))")
    state.isDrawn = true
  }

  private func erase(_ state: inout State) {
    guard state.isDrawn else { return }
    write("\r\u{1B}[2K")
    state.isDrawn = false
  }

  /// Returns the line: `reading people  ████▌      37%  30/82  10/s  6 s left`, or without a count, or while its total is 0 because it is not
  /// known yet, `starting holocron-node  2 s`.
  static func text(
    _ label: String, _ count: (done: Int, total: Int)?, _ elapsed: Duration, columns: Int, in language: any Language = English()
  ) -> String {
    guard let count, count.total > 0 else {
      return "\(label)  \(language.figures.seconds(Int(elapsed.components.seconds)))".truncated(to: columns)
    }
    let line = ProgressLine(done: count.done, total: count.total, elapsed: elapsed)
    // Rate and time matter more than the label.
    let rest = columns - label.columns - 2
    guard !label.isEmpty, rest >= 30 else { return line.text(columns: columns, in: language) }
    return "\(label)  \(line.text(columns: rest, in: language))"
  }
}

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
