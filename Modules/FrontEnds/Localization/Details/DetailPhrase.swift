/// Texts of what goes beyond the fields of a record and the figures of the bus: scales, companions, processes, logs, alternatives.
public enum DetailPhrase: Sendable, Hashable {
  // Records.
  /// Position among all records of the kind that have a value, the largest first.
  case rank(Int, of: Int)
  /// The scale of a bar is logarithmic.
  case logarithmic
  /// Label of the people who are in the most of the same films.
  case appearsWith
  /// Number of films that both are in.
  case sharedFilms(Int)

  // Status.
  case health
  case allRunning
  /// The origin answers; it fails; requests to it pause. The value is the number of seconds until the next attempt.
  case originWorks, originFails(Int?), originPauses(Int?)
  /// The age in seconds of figures that cannot be read again.
  case figuresAge(Int)
  /// Median and 99th percentile of the time that the origin takes.
  case originLatency(median: String, p99: String)
  case process, pid, state, load, restarts, lastEnding
  /// The state of a process in the words of the supervisor: `running`, `starting`, `waiting`, `stopped`, `failed`; `gone` for a process whose end
  /// the supervisor has not recorded.
  case processState(String)
  case events
  case workerJoined(String), workerLeft(String)
  case fetchFailed(String)
  case processRestarted(String)
  case processFailed(String)
  case cacheEmptied

  // Logs and restarts.
  case log(of: String)
  case noLog
  case following
  case noMatchingLines(String)
  case restarting(String), restarted(String)
  /// The process and the reason.
  case notRestarted(String, String)
  case noProcess

  // Lists, palette, paths, comparisons.
  case filterPrompt
  case setting(String, String)
  case sortLabel, unitsLabel
  case metric, imperial
  case alternative(Int, of: Int)
  case onlyDifferences
}
