import Hosting
import Logging
import MessageBus
import OrderedJSON
import Platform

/// The state that a supervisor publishes to other processes: `supervisor.json` beside its PID file, rewritten on every change.
///
///     {"pid":…,"since":…,"bus":"ipc://…","origin":"http://…","logs":"folder","fleet":{"caches":1,…},
///      "processes":[{"name":…,"state":…,"pid":…,"restarts":…,"since":…}],"request":null}
///
/// Times are in seconds since 1970. `request` is the last request and its progress. `"stopping":true` is
/// added when the fleet begins to stop. The file is replaced atomically. If that fails, as on a full disk, ``restore()`` tries again.
actor StateFile {
  private let path: String
  private let logger: Logger
  private var document: JSON.Object
  private var children: [ChildStatus] = []
  private let reportStatus: @Sendable (String) -> Void
  private var lastSummary = ""
  /// Whether the last change could not be written.
  private var isOutdated = false
  private var isRemoved = false

  /// `reportStatus` is called with each new ``summary``.
  init(
    _ path: String, fleet: Fleet, logs: String, logger: Logger, reportStatus: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.path = path
    self.reportStatus = reportStatus
    self.logger = logger
    let now = SystemTime.seconds
    document = [
      "pid": .number(OwnProcess.id), "since": .number(now), "bus": .string(fleet.bus.requests.description),
      "origin": .string(fleet.origin.url),
      "logs": .string(logs), "fleet": fleet.size.json, "request": .null,
    ]
  }

  /// Writes the file before any process runs. Throws ``HostErrorCode/unavailable`` if that fails: nothing could be learnt about the fleet.
  func create() throws(HostError) {
    // Twice, because each later change needs space for a second copy beside the first.
    for _ in 1...2 {
      do { try replace() } catch {
        remove()
        throw HostError(.unavailable, "cannot write \(path): \(error.reason)", cause: error)
      }
    }
  }

  /// Updates the size of the fleet and the names of its processes, including those that are still stopping.
  func updateFleet(_ size: FleetSize, children names: [String]) {
    document["fleet"] = size.json
    children = names.map { name in children.first { $0.name == name } ?? ChildStatus(name: name, since: SystemTime.seconds) }
    write()
  }

  func update(_ status: ChildStatus) {
    guard let index = children.firstIndex(where: { $0.name == status.name }) else { return }
    children[index] = status
    write()
  }

  /// Answers a request; see ``FleetRequest/answer(_:_:_:_:)``.
  func answer(_ request: String?, _ state: String, _ detail: String = "", _ members: JSON.Object = [:]) {
    document["request"] = FleetRequest.answer(request, state, detail, members)
    write()
  }

  /// Records that the fleet is stopping, so that commands do not take it for a running one.
  func beginStop() {
    document["stopping"] = true
    write()
  }

  /// `6 processes running`, or `5 of 6 processes running; cache-1 waiting`.
  static func summary(_ children: [ChildStatus]) -> String {
    let others = children.filter { $0.state != .running }
    let noun = children.count == 1 ? "process" : "processes"
    guard !others.isEmpty else { return "\(children.count) \(noun) running" }
    let names = others.map { "\($0.name) \($0.state.rawValue)" }.joined(separator: ", ")
    return "\(children.count - others.count) of \(children.count) \(noun) running; \(names)"
  }

  /// Writes the file again if it could not be written or was removed by another process. Call it regularly.
  func restore() { if !isRemoved, isOutdated || !FileSystem.exists(path) { write() } }

  /// Removes the file when the supervisor stops.
  func remove() {
    isRemoved = true
    FileSystem.remove(path)
  }

  private func write() {
    let summary = Self.summary(children)
    if summary != lastSummary { reportStatus(summary) }
    lastSummary = summary
    do {
      try replace()
      if isOutdated { logger.notice("state file is written again", metadata: ["path": "\(path)"]) }
      isOutdated = false
    } catch {
      if !isOutdated { logger.warning("cannot write state file", metadata: ["path": "\(path)", "reason": "\(error.reason)"]) }
      isOutdated = true
    }
  }

  private func replace() throws(SystemError) {
    document["processes"] = .array(children.map(\.json))
    try RegularFile.replace(path, with: JSON.object(document).bytes(.indented) + [UInt8(ascii: "\n")])
  }
}

/// The status of a child at one moment.
struct ChildStatus: Sendable, Hashable {
  enum State: String, Sendable {
    case starting, running
    /// Ended; will be restarted.
    case waiting
    case stopped
    /// Ended; will not be restarted, because a restart would fail in the same way. See ``RestartPolicy``.
    case failed
  }

  var name: String
  var state = State.starting
  var pid: Int32?
  /// Whether the process can be used: it is bound, or registered with the broker.
  var isReady = false
  var restarts = 0
  /// The time of the last change of state or of the process, in seconds since 1970.
  private(set) var since: Int
  var lastTermination: ProcessTermination?
  /// The last line of output of the run that ended last, truncated to ``maximumLine`` bytes; empty if there is none.
  var lastLine = ""
  /// The name of the executable, such as `holocron-cache`, and the path of the log; `nil` before the first start.
  var program: String?
  var log: String?
  /// Why the process is not restarted; `nil` unless ``state`` is ``State/failed``.
  var failure: RestartPolicy.Reason?
  /// Whether the fleet stops for this failure: the process has rejected its settings in the first start. One that rejects them later,
  /// because a file has changed, leaves the others running.
  var isFatal = false

  /// The state file is rewritten with every change, so it contains no long lines.
  static let maximumLine = 1_024

  init(name: String, since: Int) {
    self.name = name
    self.since = since
  }

  /// Sets ``since`` to `now` if the state or the process is another one than in `before`. A planned restart changes the process only.
  mutating func updateSince(after before: ChildStatus, now: Int) {
    if state != before.state || pid != before.pid { since = now }
  }

  /// `{"name":"cache-1","state":"running","pid":4711,"ready":true,"restarts":0,"since":1767182400}`, `program` and `log`
  /// after the first start, `lastEnding` and `lastLine` if the child has ended before, `failure`, a text for people, if it is not restarted, and
  /// `"fatal":true` if the fleet stops for it.
  var json: JSON {
    var object: JSON.Object = [
      "name": .string(name), "state": .string(state.rawValue), "pid": pid.map { .number($0) } ?? .null, "ready": .bool(isReady),
      "restarts": .number(restarts), "since": .number(since),
    ]
    object["program"] = program.map { .string($0) }
    object["log"] = log.map { .string($0) }
    object["lastEnding"] = lastTermination.map { .string($0.description) }
    if !lastLine.isEmpty { object["lastLine"] = .string(lastLine) }
    object["failure"] = failure.map { .string($0.description) }
    if isFatal { object["fatal"] = true }
    return .object(object)
  }
}
