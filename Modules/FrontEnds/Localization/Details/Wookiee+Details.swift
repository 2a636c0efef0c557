extension Wookiee {
  public func say(_ phrase: DetailPhrase) -> String {
    switch phrase {
    case .rank(let place, let count): "\(figures.integer(place)) ahuur \(figures.integer(count))"
    case .logarithmic: "rlog"
    case .appearsWith: "Hrraaw ahuma"
    case .sharedFilms(let count): "\(figures.integer(count)) wwaaah"
    case .health: "Rwaahr"
    case .allRunning: "raaaa hrrwr rowr"
    case .originWorks: "rowr"
    case .originFails(let seconds): "uugghh" + (seconds.map { ", \(figures.age($0))" } ?? "")
    case .originPauses(let seconds): "huunn" + (seconds.map { ", \(figures.age($0))" } ?? "")
    case .figuresAge(let seconds): "grrf \(figures.age(seconds))"
    case .originLatency(let median, let p99): "ahrr \(median), p99 \(p99)"
    case .process: "Hrrwr"
    case .pid: "PID"
    case .state: "Rwaah"
    case .load: "Grrah"
    case .restarts: "Raarwh"
    case .lastEnding: "Wrrl raah"
    case .events: "Wuurh aarr"
    case .workerJoined(let name): "\(name) rowr"
    case .workerLeft(let name): "\(name) huunn"
    case .fetchFailed(let name): "\(name) uugghh"
    case .processRestarted(let name): "\(name) raarwh"
    case .processFailed(let name): "\(name) uugghh"
    case .cacheEmptied: "hnnrowr wyaaa"
    case .log(let name): "Wuurgh \(name)"
    case .noLog: "wyaaa wuurgh"
    case .following: "aarrwh"
    case .noMatchingLines(let text): "“\(text)” wyaaa."
    case .restarting(let name): "raarwh \(name)…"
    case .restarted(let name): "\(name) raarwh"
    case .notRestarted(let name, let reason): "\(name) uugghh: \(reason)"
    case .noProcess: "wyaaa hrrwr"
    case .filterPrompt: "hrrn, !male, height>200"
    case .setting(let name, let value): "\(name): \(value)"
    case .sortLabel: "Rrhaw"
    case .unitsLabel: "Hnnarr"
    case .metric: "mehtrrk"
    case .imperial: "ihmprrl"
    case .alternative(let number, let count): "\(figures.integer(number)) ahuur \(figures.integer(count))"
    case .onlyDifferences: "rrakk"
    case .processState(let state): Self.processStates[state] ?? state
    }
  }

  private static let processStates = [
    "running": "rowr",
    "starting": "raarr",
    "waiting": "huunn",
    "failed": "uugghh",
    "stopped": "wyaaa",
    "gone": "wyaaah",
  ]
}
