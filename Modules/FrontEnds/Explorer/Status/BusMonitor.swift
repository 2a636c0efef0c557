import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

/// The state of the bus and its processes. Polls statistics, more often while the bus is unreachable.
struct BusMonitor: Sendable {
  struct Event: Sendable, Hashable {
    let phrase: Phrase
    let role: Role
    let at: Moment
  }

  /// `nil` until the first result.
  private(set) var isReachable: Bool?
  private(set) var isStarting = false
  private(set) var problem: Problem?
  /// The last statistics; kept when the bus becomes unreachable.
  private(set) var statistics: BusStatistics? { didSet { snapshot = statistics.map { BusSnapshot($0) } } }
  private(set) var snapshot: BusSnapshot?
  /// When ``statistics`` arrived.
  private var updatedAt = Moment.zero
  private(set) var rates = RateHistory()
  /// What happened to the bus and its processes, newest first; at most ``maxEvents``.
  private(set) var events: [Event] = []
  /// The processor time of each process between the last two statistics, as a share of one processor, by process ID.
  private(set) var loads: [Int: Double] = [:]
  /// The last process ID of each supervised process, by name.
  private var lastIDs: [String: Int] = [:]
  /// Whether requests have been pending long enough to show the indicator.
  var showsPendingIndicator = false
  private var isPolling = false
  private var pollDue = Moment.zero
  /// Whether requests have failed that may succeed once the origin works.
  private var hasFailures = false
  /// When failed requests may be repeated; the delay until the next time doubles while they keep failing.
  private var retryAt = Moment.zero
  private var retryDelay = BusMonitor.pollInterval
  /// The value of `--bus`, for advice.
  let bus: String?
  let isEmbedded: Bool

  init(bus: String? = nil, isEmbedded: Bool = false) { (self.bus, self.isEmbedded) = (bus, isEmbedded) }

  init(_ statistics: BusStatistics) {
    self.init()
    (self.statistics, snapshot, isReachable) = (statistics, BusSnapshot(statistics), true)
  }

  /// Poll interval while the status page is closed; each poll asks every worker.
  static let pollInterval = Duration.seconds(5)
  /// Poll interval while the bus is unreachable, the status page is open, or the first screen shows how the index is filled.
  static let fastInterval = Duration.seconds(1)
  /// Delay before a poll when a worker has come or gone; others may follow.
  static let workerDelay = Duration.milliseconds(200)
  static let maxEvents = 50
  static let maxRetryDelay = Duration.seconds(60)
  /// Delay before pending requests are shown.
  static let pendingIndicatorDelay = Duration.milliseconds(250)

  var isLost: Bool { isReachable == false && !isStarting }
  /// Returns the age of ``statistics`` in seconds if the bus is unreachable; `nil` otherwise.
  func staleness(at now: Moment) -> Int? {
    isReachable == false && statistics != nil ? Int((now - updatedAt).components.seconds) : nil
  }
  var workers: Int { snapshot?.workers ?? 0 }
  /// Why records cannot be served; `nil` if they can.
  var missing: Phrase? { snapshot.map(\.missing) ?? .workers(0) }

  func facts(in language: any Language) -> BusFacts? {
    snapshot.map { BusFacts($0, fleet: statistics?.fleet, bus: bus, isReachable: isReachable != false, in: language) }
  }

  /// The command that starts the services on this bus.
  var startCommand: String { Presentation.startCommand(bus: bus?.printable) }

  /// Whether every server of the origin has failed to answer its last request.
  var isOriginFailing: Bool {
    let servers = snapshot?.servers ?? []
    return !servers.isEmpty && servers.allSatisfy { $0.failingSince != nil || $0.circuit == .open }
  }
}

extension BusMonitor {
  mutating func handle(_ event: BusEvent, _ context: inout UpdateContext) {
    switch event {
    case .topic(.workerJoined(let service)):
      note(Phrase("{name} joined", .text(service)), .text, context)
      pollSoon(&context)
    case .topic(.workerLeft(let service)):
      note(.workerLeft(service), .caution, context)
      pollSoon(&context)
    case .topic(.fetchFailed(let reference)): note(.fetchFailed(reference.description), .caution, context)
    case .topic(.changed(let reference)), .topic(.purged(.record(let reference))):
      if let name = context.records.name(of: reference) { note(.changed(name.printable), .text, context) }
    case .bus(isReachable: true): if isReachable != true { poll(&context) }
    case .bus(isReachable: false):
      isStarting = false
      becomeUnreachable(nil, &context)
    case .busStarting: isStarting = true
    default: break
    }
  }

  mutating func receive(_ result: QueryResult, _ context: inout UpdateContext) {
    isPolling = false
    switch result {
    case .statistics(let statistics):
      becomeReachable(statistics, &context)
      if context.openTab == .search, snapshot?.isFillingIndex == true {
        context.emit(.startTimer(.statisticsDue, after: Self.fastInterval))
      }
    case .failed(let problem): becomeUnreachable(problem, &context)
    case .noStatistics(let problem, let fleet):
      becomeUnreachable(problem, &context)
      // Without a supervisor or a node, the processes that were known are gone.
      if let fleet = fleet ?? statistics?.fleet.map(Self.gone) { statistics?.fleet = fleet }
    default: break
    }
  }

  /// Requests the statistics, unless they are being requested, and starts the timer for the next time.
  mutating func poll(_ context: inout UpdateContext) {
    guard !isEmbedded else { return }
    let interval = context.openTab == .status || isReachable == false ? Self.fastInterval : Self.pollInterval
    context.emit(.startTimer(.statisticsDue, after: interval))
    pollDue = context.now + interval
    if !isPolling { _ = context.send(.statistics) }
    isPolling = true
  }

  /// Polls after a short delay, which further changes do not prolong.
  private mutating func pollSoon(_ context: inout UpdateContext) {
    guard context.now + Self.workerDelay < pollDue else { return }
    pollDue = context.now + Self.workerDelay
    context.emit(.startTimer(.statisticsDue, after: Self.workerDelay))
  }

  mutating func noteFailure(_ problem: Problem) { hasFailures = hasFailures || problem.status >= 500 }

  /// Whether failed requests are to be repeated now: at once when the origin works again, otherwise after a delay.
  mutating func takeRetry(at now: Moment) -> Bool {
    guard isReachable == true, !isOriginFailing else {
      (retryAt, retryDelay) = (now, Self.pollInterval)
      return false
    }
    guard now >= retryAt else { return false }
    defer { hasFailures = false }
    retryDelay = hasFailures ? min(retryDelay * 2, Self.maxRetryDelay) : Self.pollInterval
    retryAt = now + retryDelay
    return hasFailures
  }

  private mutating func becomeReachable(_ statistics: BusStatistics, _ context: inout UpdateContext) {
    if isReachable == false, self.statistics != nil {
      note(.busBack, .text, context)
      context.toast = Toast(context.language.say(.busBack), .good)
    }
    (isReachable, isStarting, problem) = (true, false, nil)
    let previous = snapshot?.processes ?? []
    self.statistics = statistics
    guard let snapshot else { return }
    compare(snapshot.processes, with: previous, context)
    rates.add(snapshot, load: loads.values.reduce(0, +), at: context.now)
    updatedAt = context.now
  }

  /// Notes restarts, failures and the load of the processes since the previous snapshot.
  private mutating func compare(_ processes: [BusSnapshot.Process], with previous: [BusSnapshot.Process], _ context: UpdateContext) {
    let seconds = (context.now - updatedAt) / .seconds(1)
    let lastIDs = lastIDs
    (loads, self.lastIDs) = ([:], [:])
    for process in processes {
      if process.isSupervised {
        // The number of restarts grows earlier, when the process ends.
        let (pid, last) = (process.state == "running" ? process.pid : nil, lastIDs[process.name])
        if let pid, let last, pid != last { note(.processRestarted(process.name), .text, context) }
        self.lastIDs[process.name] = pid ?? last
      }
      guard let before = previous.first(where: { $0.name == process.name }) else { continue }
      if process.state == "failed", before.state != "failed" { note(.processFailed(process.name), .bad, context) }
      if let pid = process.pid, pid == before.pid, let cpu = process.cpu, let earlier = before.cpu, seconds > 0 {
        loads[pid] = max(0, cpu - earlier) / seconds
      }
    }
  }

  private mutating func note(_ phrase: Phrase, _ role: Role, _ context: UpdateContext) {
    events.insert(Event(phrase: phrase, role: role, at: context.now), at: 0)
    if events.count > Self.maxEvents { events.removeLast() }
  }

  private mutating func becomeUnreachable(_ problem: Problem?, _ context: inout UpdateContext) {
    if isReachable == true {
      note(.busLost, .caution, context)
      context.warn(.busLost)
      // Somebody may have stopped it on purpose.
      context.emit(.permitStart(false))
    }
    if isReachable != false { context.emit(.startTimer(.statisticsDue, after: Self.fastInterval)) }
    if let problem { self.problem = problem }
    (isReachable, loads) = (false, [:])
    rates.discardBaseline()
  }

  private static func gone(_ fleet: JSON) -> JSON {
    let processes = (fleet["processes"]?.array ?? []).map { process -> JSON in
      var members = process.object ?? [:]
      (members["state"], members["age"]) = ("gone", nil)
      return .object(members)
    }
    return ["processes": .array(processes)]
  }
}
