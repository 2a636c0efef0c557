public import MessageBus
public import OrderedJSON

/// Why an operation of a front-end failed: the extension member `reason` of problems that front-ends make. The others have a `ProblemReason`.
/// The detail follows from the members that each case names, in every language.
public enum FrontEndReason: String, Sendable, Hashable, CaseIterable {
  // Processes. `pid` is the ID of a process, `logs` the folder of the logs, and `log` a log.
  /// A program finishes its requests; `program` and `pid`.
  case stillFinishing = "still-finishing"
  /// The processes of a supervisor that was killed do so; `processes`.
  case processesFinishing = "processes-finishing"
  /// `services` and `logs`.
  case notStarted = "not-started"
  /// A process keeps ending or was given up; `services`, `process`, `cause`, `final` and `log`.
  case startFailed = "start-failed"
  /// `process`, `cause` and `log`.
  case processGivenUp = "process-given-up"
  /// `process`, `pid` and `stopped`.
  case unresponsiveWorker = "unresponsive-worker"
  case notSupervised = "not-supervised"
  /// `pid` of the node, and `command`.
  case runsInNode = "runs-in-node"
  /// `endpoint` and `command`.
  case startedByHand = "started-by-hand"
  /// `command`.
  case needsFleet = "needs-fleet"
  /// `pid` of the supervisor, and `logs`.
  case fleetUnfinished = "fleet-unfinished"
  /// The supervisor is of another version; `pid`.
  case otherVersion = "other-version"
  /// The fleet uses another origin; `origin`, and the `options` for the one that was named.
  case otherOrigin = "other-origin"
  /// The fleet uses another bus; `endpoint` and `options`.
  case otherBus = "other-bus"
  /// An option has no effect on a bus that was started by hand; `endpoint` and `field`.
  case ignoredOption = "ignored-option"

  // Requests.
  /// `request`.
  case noTimeForRequest = "no-time-for-request"
  /// `endpoint`.
  case busStarting = "bus-starting"
  /// The socket in `--bus` is in a folder that does not exist; `folder`.
  case missingFolder = "missing-folder"

  // Imports.
  case noExportHeader = "no-export-header"
  /// `version`, and `supported`.
  case exportVersion = "export-version"
  case emptyExport = "empty-export"
  /// `file`; none for standard input.
  case inputUnfinished = "input-unfinished"

  // The expression of `--jq`.
  case expressionTimeout = "expression-timeout"
  case expressionMemoryLimit = "expression-memory-limit"
  /// libjq ended while it ran the expression.
  case expressionCrash = "expression-crash"

  // Configuration files that a command changes.
  /// `file` and `cause`.
  case configurationNotWritten = "configuration-not-written"
  /// `file`.
  case configurationInUse = "configuration-in-use"
  /// `file`, and the `limit` in bytes.
  case configurationTooLarge = "configuration-too-large"
  /// `program`.
  case editorFailed = "editor-failed"
  /// Standard input is not a terminal.
  case editorNeedsTerminal = "editor-needs-terminal"
}

extension Problem {
  /// The reason; `nil` for problems without one, and for those that services make.
  public var frontEndReason: FrontEndReason? { extensions["reason"]?.string.flatMap(FrontEndReason.init) }

  /// Returns the problem with a reason and the members that it needs. Modules that import Presentation use `explained(by:)`, which adds the detail.
  public func because(_ reason: FrontEndReason, _ members: JSON.Object = [:]) -> Problem {
    var problem = self
    problem.extensions["reason"] = .string(reason.rawValue)
    for member in members { problem.extensions[member.name] = member.value }
    return problem
  }
}
