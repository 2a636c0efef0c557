public import Client
import Localization
public import MessageBus
public import OrderedJSON
import TerminalText

extension Problem {
  /// Returns the problem with a reason, the members that the reason needs, and the detail that follows from them.
  public func explained(by reason: FrontEndReason, _ members: JSON.Object = [:]) -> Problem {
    var problem = because(reason, members)
    problem.detail = problem.frontEndPhrase.map { English().describe($0) } ?? detail
    return problem
  }

  /// The detail of an error that a front-end made; `nil` for others, and if a member is missing.
  var frontEndPhrase: ErrorDetailPhrase? {
    switch frontEndReason {
    case .stillFinishing: id.flatMap { id in text("program").map { .stillFinishing($0, id) } }
    case .processesFinishing: .processesFinishing(texts("processes"))
    case .notStarted: text("logs").map { .notStarted(texts("services"), logs: $0) }
    case .startFailed: log.flatMap { log in failure.map { .startFailed(texts("services"), $0, log: log) } }
    case .processGivenUp: processGivenUp
    case .unresponsiveWorker: unresponsiveWorker
    case .notSupervised: .notSupervised
    case .runsInNode: id.flatMap { id in text("command").map { .runsInNode(id, command: $0) } }
    case .startedByHand: text("endpoint").flatMap { bus in text("command").map { .startedByHand(bus: bus, command: $0) } }
    case .needsFleet: text("command").map { .needsFleet(command: $0) }
    case .fleetUnfinished: id.flatMap { id in text("logs").map { .fleetUnfinished(id, logs: $0) } }
    case .noTimeForRequest: text("request").map { .noTimeFor($0) }
    case .busStarting: text("endpoint").map { .busStarting($0) }
    case .missingFolder: text("folder").map { .missingFolder($0) }
    case .noExportHeader: .noExportHeader
    case .exportVersion: exportVersion
    case .emptyExport: .emptyExport
    case .inputUnfinished: .inputUnfinished(text("file"))
    case .otherVersion: id.map { .otherVersion($0) }
    case .otherOrigin: text("origin").flatMap { origin in text("options").map { .otherOrigin(origin, options: $0) } }
    case .otherBus: text("endpoint").flatMap { bus in text("options").map { .otherBus(bus, options: $0) } }
    case .ignoredOption: text("endpoint").flatMap { bus in text("field").map { .ignoredOption($0, bus: bus) } }
    case .expressionTimeout: .expressionTimeout
    case .expressionMemoryLimit: .expressionMemoryLimit
    case .expressionCrash: .expressionCrash
    case .configurationNotWritten: text("file").flatMap { file in text("cause").map { .configurationNotWritten(file, reason: $0) } }
    case .configurationInUse: text("file").map { .configurationInUse($0) }
    case .configurationTooLarge: text("file").flatMap { file in extensions["limit"]?.int.map { .configurationTooLarge(file, limit: $0) } }
    case .editorFailed: text("program").map { .editorFailed($0) }
    case .editorNeedsTerminal: .editorNeedsTerminal
    case nil: nil
    }
  }

  /// The title of an error that a front-end made and whose type has no title of its own.
  var frontEndTitle: ErrorPhrase? {
    switch frontEndReason {
    case .notSupervised, .runsInNode, .startedByHand, .needsFleet: .noFleet
    case .startFailed, .processGivenUp, .unresponsiveWorker: .fleetIncomplete
    case .noExportHeader, .exportVersion, .emptyExport: .importFailed
    case .configurationNotWritten: .configurationUnchanged
    case .configurationInUse: .fileInUse
    case .configurationTooLarge: .fileTooLarge
    case .editorFailed: .editorFailed
    case .editorNeedsTerminal: .noTerminal
    case .expressionMemoryLimit, .expressionCrash: .expressionFailed
    default: nil
    }
  }

  private func text(_ member: String) -> String? { extensions[member]?.string?.printable }
  private func texts(_ member: String) -> [String] { extensions[member]?.array?.compactMap { $0.string?.printable } ?? [] }
  private var id: Int? { extensions["pid"]?.int }
  private var log: String? { text("log") }

  private var failure: DoctorPhrase? {
    guard let process = text("process"), let cause = text("cause") else { return nil }
    return extensions["final"]?.bool == true ? .givenUp(process, reason: cause) : .keepsEnding(process, reason: cause)
  }

  private var processGivenUp: ErrorDetailPhrase? {
    guard let process = text("process"), let cause = text("cause"), let log else { return nil }
    return .processGivenUp(.givenUp(process, reason: cause), process: process, log: log)
  }

  private var unresponsiveWorker: ErrorDetailPhrase? {
    guard let process = text("process"), let id else { return nil }
    return extensions["stopped"]?.bool == true
      ? .unresponsiveWorker(.workerIsStopped(process, id), .resumeOrRestart(id, process))
      : .unresponsiveWorker(.workerIsSilent(process, id), .restart(process))
  }

  private var exportVersion: ErrorDetailPhrase? {
    guard let version = extensions["version"]?.int, let supported = extensions["supported"]?.int else { return nil }
    return .exportVersion(version, supported: supported)
  }
}
