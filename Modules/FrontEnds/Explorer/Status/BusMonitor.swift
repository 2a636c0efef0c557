import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

/// The state of the bus and its processes. Polls statistics, more often while the bus is unreachable.
struct BusMonitor: Sendable {
  /// `nil` until the first result.
  private(set) var isReachable: Bool?
  private(set) var isStarting = false
  private(set) var problem: Problem?
  /// The last statistics; kept when the bus becomes unreachable.
  private(set) var statistics: BusStatistics? { didSet { snapshot = statistics.map { BusSnapshot($0) } } }
  /// What ``statistics`` say.
  private(set) var snapshot: BusSnapshot?
  private(set) var rates = RateHistory()
  /// What happened lately, newest first; at most ``maxEvents``.
  private(set) var events: [MonitorEvent] = []
  /// The processor time of each process between the last two statistics, as a share of one processor, by process ID.
  private(set) var loads: [Int: Double] = [:]
  /// The process ID with which each supervised process ran last, by name.
  private var lastIDs: [String: Int] = [:]
  /// When ``statistics`` arrived.
  private var updatedAt = Moment.zero
  /// Whether requests have been pending long enough to show the indicator.
  var showsPendingIndicator = false
  private(set) var request: RequestID?
  /// Whether a worker has come or gone since ``request`` was sent.
  private var isRequestOutdated = false
  /// Whether requests have failed that may succeed once the origin works.
  private var hasFailures = false
  /// When failed requests may be repeated, and how long after that again. The delay doubles while they keep failing.
  private var retryAt = Moment.zero
  private var retryDelay = BusMonitor.pollInterval
  /// The value of `--bus`, for advice.
  private(set) var bus: String?

  let isEmbedded: Bool

  init(bus: String? = nil, isEmbedded: Bool = false) {
    self.bus = bus
    self.isEmbedded = isEmbedded
  }

  /// Creates a monitor with a single snapshot.
  init(_ statistics: BusStatistics) {
    isEmbedded = false
    self.statistics = statistics
    snapshot = BusSnapshot(statistics)
    isReachable = true
  }

  /// Poll interval while the status page is closed, and while the bus is unreachable. Each explorer asks every worker. Events announce workers
  /// that come and go, failed fetches and a lost bus; figures, graphs, restarts and the state of the origin wait for a poll.
  static let pollInterval = Duration.seconds(5)
  static let retryInterval = Duration.seconds(1)
  /// Poll interval while the first screen shows how the index is filled.
  static let fillingInterval = Duration.seconds(1)
  /// Delay before the next poll if a worker came or went during the last one; others may follow.
  static let outdatedInterval = Duration.milliseconds(200)
  static let maxEvents = 50
  static let maxRetryDelay = Duration.seconds(60)
  /// Delay before pending requests are shown.
  static let pendingIndicatorDelay = Duration.milliseconds(250)

  var isLost: Bool { isReachable == false && !isStarting }
  /// Returns the age of ``statistics`` in seconds if they are out of date because the bus is unreachable; `nil` otherwise.
  func staleness(at now: Moment) -> Int? {
    isReachable == false && statistics != nil ? Int((now - updatedAt).components.seconds) : nil
  }
  var workers: Int { snapshot?.services.reduce(0) { $0 + $1.workers } ?? 0 }

  /// The reason why records cannot be served: no workers, no cache or no fetcher. `nil` if there is none.
  var missing: ChromePhrase? {
    if workers == 0 { return .workers(0) }
    func isMissing(_ service: ServiceName) -> Bool {
      snapshot?.services.contains { $0.name == service.text && $0.workers > 0 } != true
    }
    return isMissing(.cache) ? .noCache : isMissing(.fetch) ? .noFetcher : nil
  }

  /// The command that starts the services on this bus; a fleet on another bus would not help.
  var startCommand: String { Presentation.startCommand(bus: bus?.printable) }

  /// Whether each server that the fetcher asks has failed to answer its last request.
  var isOriginFailing: Bool {
    let servers = snapshot?.servers ?? []
    return !servers.isEmpty && servers.allSatisfy { $0.failingSince != nil || $0.circuit == .open }
  }
}

extension BusMonitor {
  mutating func start(_ context: inout UpdateContext) { poll(&context) }

  mutating func handle(_ event: BusEvent, _ context: inout UpdateContext) {
    switch event {
    case .worker(let service, let joined):
      note(.worker(service: service, joined: joined), context)
      isRequestOutdated = request != nil
      poll(&context)
    case .fetchFailed(let reference): note(.fetchFailed(reference), context)
    case .changed(let reference): if let name = context.records.name(of: reference) { note(.changed(name), context) }
    case .bus(isReachable: true): if isReachable != true { poll(&context) }
    case .bus(isReachable: false):
      isStarting = false
      becomeUnreachable(nil, &context)
    case .busStarting: isStarting = true
    default: break
    }
  }

  mutating func timerFired(_ timer: TimerID, _ context: inout UpdateContext) {
    if timer == .statisticsDue { poll(&context) }
  }

  mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool {
    guard id == request else { return false }
    request = nil
    defer {
      if isRequestOutdated { context.emit(.startTimer(.statisticsDue, after: Self.outdatedInterval)) }
      isRequestOutdated = false
    }
    switch result {
    case .statistics(let statistics):
      becomeReachable(statistics, &context)
      if context.openTab == .search, snapshot?.isFillingIndex == true {
        context.emit(.startTimer(.statisticsDue, after: Self.fillingInterval))
      }
    case .failed(let problem): becomeUnreachable(problem, &context)
    case .noStatistics(let problem, let fleet):
      becomeUnreachable(problem, &context)
      updateProcesses(fleet)
    default: break
    }
    return true
  }

  mutating func noteFailure(_ problem: Problem) { hasFailures = hasFailures || problem.status >= 500 }

  /// Whether failed requests are to be repeated now: at once when the origin works again, otherwise after a delay, because another answer of the
  /// origin may have hidden its failure.
  mutating func takeRetry(at now: Moment) -> Bool {
    guard isReachable == true, !isOriginFailing else {
      (retryAt, retryDelay) = (now, Self.pollInterval)
      return false
    }
    guard now >= retryAt else { return false }
    defer { hasFailures = false }
    retryDelay = hasFailures ? min(retryDelay * 2, Self.maxRetryDelay) : Self.pollInterval
    retryAt = Moment(now.sinceStart + retryDelay)
    return hasFailures
  }

  private mutating func poll(_ context: inout UpdateContext) {
    guard !isEmbedded else { return }
    let interval = context.openTab == .status ? StatusModel.pollInterval : isReachable == false ? Self.retryInterval : Self.pollInterval
    context.emit(.startTimer(.statisticsDue, after: interval))
    guard request == nil else { return }
    request = context.send(.statistics)
  }

  private mutating func becomeReachable(_ statistics: BusStatistics, _ context: inout UpdateContext) {
    if isReachable == false, self.statistics != nil {
      note(.bus(isReachable: true), context)
      context.toast = Toast(context.language.say(.busBack), .good)
    }
    isReachable = true
    isStarting = false
    problem = nil
    let previous = snapshot?.processes ?? []
    self.statistics = statistics
    if let snapshot {
      compare(snapshot.processes, with: previous, context)
      rates.add(snapshot, polls: statistics.requests, load: loads.values.reduce(0, +), at: context.now)
    }
    updatedAt = context.now
  }

  /// Records events and load of the processes since the previous snapshot.
  private mutating func compare(_ processes: [BusSnapshot.Process], with previous: [BusSnapshot.Process], _ context: UpdateContext) {
    let seconds = (context.now - updatedAt) / .seconds(1)
    loads = [:]
    noteRestarts(processes, context)
    for process in processes {
      guard let before = previous.first(where: { $0.name == process.name }) else { continue }
      if process.state == "failed", before.state != "failed" { note(.failed(process.name), context) }
      if let pid = process.pid, pid == before.pid, let cpu = process.cpu, let earlier = before.cpu, seconds > 0 {
        loads[pid] = max(0, cpu - earlier) / seconds
      }
    }
  }

  /// Records an event for each supervised process that runs with another process ID than before. The number of restarts grows earlier, when the
  /// process ends.
  private mutating func noteRestarts(_ processes: [BusSnapshot.Process], _ context: UpdateContext) {
    var lastIDs: [String: Int] = [:]
    for process in processes where process.isSupervised {
      let last = self.lastIDs[process.name]
      let pid = process.state == "running" ? process.pid : nil
      if let pid, let last, pid != last { note(.restarted(process.name), context) }
      lastIDs[process.name] = pid ?? last
    }
    self.lastIDs = lastIDs
  }

  private mutating func note(_ content: MonitorEvent.Content, _ context: UpdateContext) {
    events.insert(MonitorEvent(content: content, at: context.now), at: 0)
    if events.count > Self.maxEvents { events.removeLast() }
  }

  private mutating func becomeUnreachable(_ problem: Problem?, _ context: inout UpdateContext) {
    if isReachable == true {
      note(.bus(isReachable: false), context)
      context.toast = Toast(context.language.say(.busLost), .caution)
      // Somebody may have stopped it on purpose.
      context.emit(.permitStart(false))
    }
    if isReachable != false { context.emit(.startTimer(.statisticsDue, after: Self.retryInterval)) }
    if let problem { self.problem = problem }
    isReachable = false
    loads = [:]
    rates.discardBaseline()
  }

  /// Updates the local processes while there are no statistics. Without a supervisor or a node, those that were known are gone.
  private mutating func updateProcesses(_ fleet: JSON?) {
    guard var statistics, let fleet = fleet ?? statistics.fleet.map(Self.gone) else { return }
    statistics.fleet = fleet
    self.statistics = statistics
  }

  private static func gone(_ fleet: JSON) -> JSON {
    let processes = (fleet["processes"]?.array ?? []).map { process -> JSON in
      var members = process.object ?? [:]
      members["state"] = "gone"
      members["age"] = nil
      return .object(members)
    }
    return ["processes": .array(processes)]
  }
}

/// Something that happened to the bus or its processes while the explorer was running.
struct MonitorEvent: Sendable, Hashable {
  enum Content: Sendable, Hashable {
    case worker(service: String, joined: Bool)
    case bus(isReachable: Bool)
    case fetchFailed(Reference)
    /// The name of the record.
    case changed(String)
    case restarted(String)
    case failed(String)
  }

  let content: Content
  let at: Moment

  func text(_ language: any Language) -> StyledText {
    switch content {
    case .worker(let service, true): StyledText(language.say(.workerJoined(service)))
    case .worker(let service, false): StyledText(language.say(.workerLeft(service)), .caution)
    case .bus(true): StyledText(language.say(.busBack))
    case .bus(false): StyledText(language.say(.busLost), .caution)
    case .fetchFailed(let reference): StyledText(language.say(.fetchFailed(reference.description)), .caution)
    case .changed(let name): StyledText(language.say(RecordPhrase.changed(name.printable)))
    case .restarted(let process): StyledText(language.say(.processRestarted(process)))
    case .failed(let process): StyledText(language.say(.processFailed(process)), .bad)
    }
  }
}
