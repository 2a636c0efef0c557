/// What a command is doing or waiting for, on the line that shows its progress.
public enum ProgressPhrase: Sendable, Hashable {
  case readingLists, fetching, exporting, importing, checking, fillingIndex, restarting, readingNames
  /// Number of entries.
  case imported(Int)
  /// Number of records; that of all records is not known yet.
  case indexed(Int)
  case starting
  /// The name of a program.
  case startingProgram(String)
  /// Services.
  case waiting(for: [String])
  /// A kind of records, or a record: `people`, `people/1`.
  case reading(String)
  case lookingUp(String)
  /// A process, its number in the order of restarts, and their number.
  case restartingProcess(String, Int, of: Int)
  /// The time left in numbers: `2:05`, or seconds with their unit.
  case timeLeft(String)
  /// An amount in every second: `33/s`.
  case perSecond(String)
}
