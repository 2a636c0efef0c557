import Contracts
import Localization
import MessageBus
import Presentation
import TerminalText

/// How the bus is, in words.
enum BusHealth {
  /// Returns the first reason why something does not work, or that all services are running, with a dot in front.
  static func text(_ monitor: BusMonitor, _ snapshot: BusSnapshot, _ language: any Language) -> StyledText {
    func state(_ text: String, _ role: Role) -> StyledText { StyledText("● ", role) + StyledText(text, role == .good ? .text : role) }
    if monitor.isReachable == false { return state(language.say(.busNotResponding), .bad) }
    if let missing = monitor.missing { return state(language.say(missing), .bad) }
    if let failed = snapshot.processes.first(where: { $0.state == "failed" }) {
      return state(language.say(.processFailed(failed.name.printable)), .bad)
    }
    if let failing = snapshot.servers.first(where: { $0.circuit != .closed || $0.failingSince != nil }) {
      return state("\(language.say(.origin)) \(originState(failing, language).text)", failing.circuit == .closed ? .caution : .bad)
    }
    // Records can be shown without it, but searches find only names.
    guard snapshot.services.contains(where: { $0.name == ServiceName.search.text && $0.workers > 0 }) else {
      return state(absence(of: .search, monitor, language) { language.say(.noSearchWorker($0)) }, .caution)
    }
    return state(language.say(.allRunning), .good)
  }

  /// Returns what the supervisor says about a service without workers. If it says nothing, returns `advice` with the command that starts a
  /// worker.
  static func absence(
    of service: ServiceName, _ monitor: BusMonitor, _ language: any Language, advice: (_ command: String) -> String
  ) -> String {
    if monitor.workers == 0 || monitor.isReachable == false { return advice(monitor.startCommand) }
    guard let absence = WorkerAbsence(of: service, in: monitor.statistics?.fleet) else { return advice(service.executable) }
    return absence.text(in: language) ?? advice(monitor.startCommand)
  }

  static func originState(_ status: OriginStatus, _ language: any Language) -> StyledText {
    switch status.circuit {
    case .closed where status.failingSince != nil: StyledText(language.say(.originFails(status.retryAfter)), .caution)
    case .closed where status.retryAfter != nil: StyledText(language.say(.originPauses(status.retryAfter)), .caution)
    case .closed: StyledText(language.say(.originWorks), .good)
    case .halfOpen, .open: StyledText(language.say(.originFails(status.retryAfter)), .bad)
    }
  }

  /// Returns what to run if `problem` is a missing bus or worker, one line each; empty for other problems, and while a bus is being started.
  static func remedies(_ problem: Problem, _ context: RenderContext) -> [StyledText] {
    let (monitor, language) = (context.explorer.monitor, context.language)
    guard !monitor.isEmbedded, !monitor.isStarting else { return [] }
    switch problem.type {
    case ProblemType.noWorker where monitor.workers == 0: return [StyledText(language.say(.startHint(monitor.startCommand)))]
    case ProblemType.noBus, ProblemType.noWorker: return problem.advice(bus: monitor.bus, in: language).map { StyledText($0.printable) }
    default: return []
    }
  }

  /// Returns a sentence for the first screen, as long as fits: `● all services are running · 260 records indexed · 75 % hits`.
  static func sentence(_ context: RenderContext, within columns: Int) -> StyledText {
    let (monitor, language) = (context.explorer.monitor, context.language)
    if monitor.isEmbedded { return StyledText(language.say(.embedded), .muted) }
    guard let snapshot = monitor.snapshot else {
      guard monitor.isReachable == false, !monitor.isStarting else { return StyledText(language.say(.connecting), .muted) }
      return StyledText("○ ", .bad) + StyledText(language.say(.busNotResponding), .bad)
    }
    var parts = [text(monitor, snapshot, language)]
    if monitor.isReachable == true, monitor.workers == 0 { parts.append(StyledText(language.say(.startHint(monitor.startCommand)))) }
    if let indexed = snapshot.indexed {
      parts.append(StyledText(language.say(.indexed(indexed.records, of: indexed.isComplete ? nil : indexed.of)), .muted))
    }
    if let ratio = snapshot.cache?.hitRatio { parts.append(StyledText(language.say(.hits(language.figures.percent(ratio))), .muted)) }
    while parts.count > 1, parts.joined(by: LabeledValue.separator).columns > columns { parts.removeLast() }
    return parts.joined(by: LabeledValue.separator)
  }
}
