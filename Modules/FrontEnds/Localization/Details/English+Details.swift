extension English {
  public func say(_ phrase: DetailPhrase) -> String {
    switch phrase {
    case .rank(let place, let count): "#\(figures.integer(place)) of \(figures.integer(count))"
    case .logarithmic: "log"
    case .appearsWith: "Appears with"
    case .sharedFilms(let count): counted(count, "film", "films")
    case .health: "Health"
    case .allRunning: "all services are running"
    case .originWorks: "working"
    case .originFails(let seconds): "failing" + (seconds.map { ", retry in \(figures.age($0))" } ?? "")
    case .originPauses(let seconds): "paused" + (seconds.map { " for \(figures.age($0))" } ?? "")
    case .figuresAge(let seconds): "as of \(figures.age(seconds)) ago"
    case .originLatency(let median, let p99): "median \(median), p99 \(p99)"
    case .process: "Process"
    case .pid: "PID"
    case .state: "State"
    case .load: "Load"
    case .restarts: "Restarts"
    case .lastEnding: "Last ending"
    case .events: "Recent events"
    case .workerJoined(let name): "\(name) joined"
    case .workerLeft(let name): "\(name) left"
    case .fetchFailed(let name): "couldn't fetch \(name)"
    case .processRestarted(let name): "\(name) restarted"
    case .processFailed(let name): "\(name) failed"
    case .cacheEmptied: "cache purged"
    case .log(let name): "Log of \(name)"
    case .noLog: "no log lines"
    case .following: "following"
    case .noMatchingLines(let text): "No lines match “\(text)”."
    case .restarting(let name): "restarting \(name)…"
    case .restarted(let name): "restarted \(name)"
    case .notRestarted(let name, let reason): "couldn't restart \(name): \(reason)"
    case .noProcess: "no process selected"
    case .filterPrompt: "a name, !male or height>200"
    case .setting(let name, let value): "\(name): \(value)"
    case .sortLabel: "Sort"
    case .unitsLabel: "Units"
    case .metric: "metric"
    case .imperial: "imperial"
    case .alternative(let number, let count): "\(figures.integer(number)) of \(figures.integer(count))"
    case .onlyDifferences: "differences only"
    case .processState(let state): Self.processStates[state] ?? state
    }
  }

  private static let processStates = [
    "running": "running",
    "starting": "starting",
    "waiting": "waiting",
    "failed": "failed",
    "stopped": "stopped",
    "gone": "gone",
  ]
}
