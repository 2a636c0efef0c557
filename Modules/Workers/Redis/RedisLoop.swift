import DequeModule
import Platform
import Synchronization

/// The thread of a ``RedisClient``: owns the connections to all nodes. Short-lived threads connect and ask for the slots of a cluster, because name
/// servers and stopped servers would block this one.
///
/// `@unchecked`: the thread alone uses the members that are not synchronised.
final class RedisLoop: @unchecked Sendable {
  enum Work: Sendable {
    case start(RedisCall)
    case connected(RedisAddress, Result<RedisConnection, RedisError>)
    case mapped(Result<SlotMap, RedisError>)
    /// Calls the closure with the nodes that serve slots, or the single server.
    case list(@Sendable ([RedisAddress]) -> Void)
    case close(@Sendable () -> Void)
  }

  private struct Inbox {
    var work: [Work] = []
    var isAsleep = false
    var isClosed = false
  }

  private let url: RedisURL
  private let timeout: Duration
  private let inbox = Mutex(Inbox())
  private let waker: WakePipe
  /// Number and bytes of the calls that are not finished.
  private let count = Atomic<Int>(0)
  private let bytes = Atomic<Int>(0)
  private var nodes: [RedisAddress: RedisNode] = [:]
  /// All calls in the order of their deadlines, finished ones among them.
  private var live: Deque<RedisCall> = []
  /// Calls to be tried again at `retryAt`, after a delay that grows while no call succeeds.
  private var delayed: [RedisCall] = []
  private var retryAt: ContinuousClock.Instant?
  private var retryDelay = minRetryDelay
  private var map: SlotMap?
  private var mapFailure: (since: ContinuousClock.Instant, error: RedisError)?
  private var (needsMap, isMapping) = (false, false)
  private var mapAt = ContinuousClock.now
  private var closing: [@Sendable () -> Void] = []

  private static let minRetryDelay = Duration.milliseconds(20)
  /// How long calls wait for a node that fails; later ones fail at once until it is back. A restart or a lost packet is no failure yet.
  private static let grace = Duration.milliseconds(400)
  private static let maxCalls = 10_000
  private static let maxBytes = 64 << 20
  private static let maxAttempts = 5

  init(_ url: RedisURL, timeout: Duration) throws(RedisError) {
    (self.url, self.timeout) = (url, timeout)
    do {
      waker = try WakePipe()
      try BackgroundThread.start { self.run() }
    } catch { throw RedisError(.system, "cannot start a client of Redis: \(error.reason)", cause: error) }
  }

  /// Reserves room for a call of `size` bytes until it is finished. Returns `false` if there is none.
  func reserve(_ size: Int) -> Bool {
    let (calls, total) = (count.add(1, ordering: .relaxed).newValue, bytes.add(size, ordering: .relaxed).newValue)
    if calls <= Self.maxCalls, total <= Self.maxBytes || calls == 1 { return true }
    release(size)
    return false
  }

  private func release(_ size: Int) {
    count.subtract(1, ordering: .relaxed)
    bytes.subtract(size, ordering: .relaxed)
  }

  func add(_ work: [Work]) {
    let (isClosed, isAsleep) = inbox.withLock { inbox in
      if !inbox.isClosed { inbox.work += work }
      defer { inbox.isAsleep = false }
      return (inbox.isClosed, inbox.isAsleep)
    }
    if isAsleep { waker.wake() }
    guard isClosed else { return }
    for item in work { if case .close(let completion) = item { completion() } else { perform(item, at: .now) } }
  }

  private func run() {
    var poller = DescriptorPoller()
    var batch: [Work] = []
    while true {
      batch.removeAll(keepingCapacity: true)
      inbox.withLock { inbox in
        swap(&inbox.work, &batch)
        inbox.isClosed = batch.isEmpty && !closing.isEmpty
      }
      if batch.isEmpty, !closing.isEmpty { break }
      let now = ContinuousClock.now
      for work in batch { perform(work, at: now) }
      expire(at: now)
      retryDelayed(at: now)
      startThreads(at: now)
      for node in nodes.values { attempt(node, at: now) { () throws(RedisError) in try node.write() } }
      wait(&poller, at: now)
    }
    for completion in closing { completion() }
  }

  private func wait(_ poller: inout DescriptorPoller, at now: ContinuousClock.Instant) {
    let sleeps = inbox.withLock { inbox in
      inbox.isAsleep = inbox.work.isEmpty && closing.isEmpty
      return inbox.isAsleep
    }
    poller.removeAll()
    poller.add(waker.descriptor)
    let connected = nodes.values.filter { $0.connection != nil }
    for node in connected { if let connection = node.connection { poller.add(connection.descriptor, writes: node.hasUnwritten) } }
    let times =
      [retryAt, live.first?.deadline, needsMap && !isMapping ? mapAt : nil] + nodes.values.map { $0.wantsConnection ? $0.retryAt : nil }
    let limit = times.compactMap(\.self).min().map { max(0, (now.duration(to: $0) / .milliseconds(1)).rounded(.up)) }
    guard poller.wait(milliseconds: sleeps ? limit.map { Int32(min($0, 1e9)) } ?? -1 : 0) else { return }
    inbox.withLock { $0.isAsleep = false }
    if poller.isReady(0) { waker.drain() }
    let heard = ContinuousClock.now
    for (index, node) in connected.enumerated() where poller.isReady(index + 1) {
      attempt(node, at: heard) { () throws(RedisError) in try node.read(at: heard) { received($0, $1, from: node, at: heard) } }
    }
  }

  /// Performs work of the thread, or refuses it if the loop is closed.
  private func perform(_ work: Work, at now: ContinuousClock.Instant) {
    switch work {
    case .start(let call):
      guard closing.isEmpty else { return finish(call, .failure(RedisError(.cancelled, "the client of Redis is closed"))) }
      live.append(call)
      route(call, at: now)
    case .connected(let address, let result):
      guard closing.isEmpty, let node = nodes[address], node.isConnecting else { return }
      switch result {
      case .success(let connection): node.connected(connection, at: now)
      case .failure(let error): lost(node, error, since: now, at: now)
      }
    case .mapped(let result): mapped(result, at: now)
    case .list(let body): body(url.isCluster ? map?.primaries ?? [] : url.addresses)
    case .close(let completion):
      closing.append(completion)
      for call in live { finish(call, .failure(RedisError(.cancelled, "the client of Redis is closed"))) }
      (nodes, live, delayed, retryAt) = ([:], [], [], nil)
    }
  }

  // MARK: Calls

  private func finish(_ call: RedisCall, _ outcome: RedisCall.Outcome) {
    call.finish(outcome)
    if call.settle() { release(call.size) }
  }

  /// Hands a call to its node, which gets a connection if it has none.
  private func route(_ call: RedisCall, to redirection: RedisAddress? = nil, at now: ContinuousClock.Instant) {
    guard !call.isFinished else { return finish(call, .failure(Self.cancelled)) }
    guard let address = redirection ?? address(for: call.target) else {
      refresh()
      if let mapFailure, mapFailure.since + Self.grace <= now { return finish(call, .failure(mapFailure.error)) }
      return delay(call, mapFailure?.error ?? map.map { _ in RedisError(.unavailable, "no node serves the slot of the key") }, at: now)
    }
    let node = nodes[address] ?? RedisNode(address)
    nodes[address] = node
    if let failure = node.failure, failure.since + Self.grace <= now {
      refresh()
      return finish(call, .failure(failure.error))
    }
    node.add(call)
  }

  private func address(for target: RedisTarget) -> RedisAddress? {
    switch target {
    case .node(let address): address
    case _ where !url.isCluster: url.addresses.first
    case .slot(let slot): map?.owner(of: slot)
    case .any: map?.primaries.first { nodes[$0]?.connection != nil } ?? map?.primaries.randomElement()
    }
  }

  private func received(_ call: RedisCall, _ reply: RedisValue, from node: RedisNode, at now: ContinuousClock.Instant) {
    call.node = nil
    let action = ReplyAction(to: reply, from: node.address, isCluster: url.isCluster)
    if case .error(let text) = reply { call.obstacle = RedisError(reply: text) }
    switch action {
    case .moved(let slot, let address):
      map?.set(slot, to: address)
      refresh()
      again(call, at: address, now)
    case .ask(let address):
      call.asks = true
      again(call, at: address, now)
    case .retry(let refreshes):
      if refreshes { refresh() }
      delay(call, call.obstacle, at: now)
    case .deliver:
      retryDelay = Self.minRetryDelay
      guard case .error(let text) = reply else { return finish(call, .success(reply)) }
      let isMisplaced = !url.isCluster && text.hasPrefix("MOVED ")
      let advice = "Redis at \(node.address) is part of a cluster: use redis+cluster://\(node.address)"
      finish(call, .failure(isMisplaced ? RedisError(.invalid, advice) : RedisError(reply: text)))
    }
  }

  /// Sends a call once more, at most ``maxAttempts`` times.
  private func again(_ call: RedisCall, at address: RedisAddress?, _ now: ContinuousClock.Instant) {
    call.attempts += 1
    if call.attempts > Self.maxAttempts, let obstacle = call.obstacle { return finish(call, .failure(obstacle)) }
    route(call, to: address, at: now)
  }

  private func delay(_ call: RedisCall, _ obstacle: RedisError?, at now: ContinuousClock.Instant) {
    call.obstacle = obstacle
    call.asks = false
    delayed.append(call)
    guard retryAt == nil else { return }
    retryAt = now + retryDelay
    retryDelay = min(retryDelay * 2, .milliseconds(500))
  }

  private func retryDelayed(at now: ContinuousClock.Instant) {
    guard let time = retryAt, time <= now else { return }
    let calls = delayed
    (delayed, retryAt) = ([], nil)
    for call in calls { route(call, at: now) }
  }

  /// Fails the calls whose deadline has passed. A node from which nothing was heard for a whole timeout loses its connection: it may be stopped.
  private func expire(at now: ContinuousClock.Instant) {
    while let call = live.first, call.isSettled || call.deadline <= now {
      live.removeFirst()
      guard !call.isSettled else { continue }
      let silent = call.node
      let place = silent.map { "Redis at \($0.address)" } ?? "Redis"
      let error = RedisError(
        .timedOut, "\(place) did not answer within \(timeout)\(call.obstacle.map { ": \($0)" } ?? "")", cause: call.obstacle)
      finish(call, .failure(error))
      if let silent, silent.connection != nil, silent.lastHeard + timeout <= now { lost(silent, error, since: silent.lastHeard, at: now) }
    }
  }

  // MARK: Nodes

  /// Uses the connection of a node, which is lost if `body` throws.
  private func attempt(_ node: RedisNode, at now: ContinuousClock.Instant, _ body: () throws(RedisError) -> Void) {
    do throws(RedisError) { try body() } catch { lost(node, error, since: now, at: now) }
  }

  /// Handles the loss of a connection, or a failed attempt to connect. Calls that the node may have executed are repeated, within their attempts.
  private func lost(_ node: RedisNode, _ error: RedisError, since start: ContinuousClock.Instant, at now: ContinuousClock.Instant) {
    let calls = node.failed(error, since: start, now: now)
    refresh()
    for call in calls.sent where !call.isSettled {
      call.node = nil
      call.attempts += 1
      if call.attempts > 2 { finish(call, .failure(error)) } else { delay(call, error, at: now) }
    }
    for call in calls.unsent { delay(call, error, at: now) }
  }

  /// Asks for the slots of the cluster soon.
  private func refresh() { needsMap = url.isCluster }

  private func startThreads(at now: ContinuousClock.Instant) {
    let (url, timeout) = (url, timeout)
    for node in nodes.values where node.wantsConnection && node.retryAt <= now {
      node.isConnecting = true
      let address = node.address
      start(or: { .connected(address, .failure($0)) }) { () throws(RedisError) in
        .connected(address, .success(try RedisConnection(to: address, url, within: timeout)))
      }
    }
    guard needsMap, !isMapping, mapAt <= now else { return }
    (needsMap, isMapping) = (false, true)
    // Nodes that fail are asked last.
    let known = Set((map?.primaries ?? []) + (map?.replicas ?? []) + url.addresses).shuffled()
    let addresses = known.filter { nodes[$0]?.failure == nil } + known.filter { nodes[$0]?.failure != nil }
    start(or: { .mapped(.failure($0)) }) { () throws(RedisError) in
      .mapped(.success(try SlotMap.fetch(from: addresses, url, within: timeout)))
    }
  }

  /// Performs `body` on a thread of its own, and adds the work that it returns, or that made of its error.
  private func start(or failed: @escaping @Sendable (RedisError) -> Work, _ body: @escaping @Sendable () throws(RedisError) -> Work) {
    do throws(SystemError) {
      try BackgroundThread.start {
        do throws(RedisError) { self.add([try body()]) } catch { self.add([failed(error)]) }
      }
    } catch { add([failed(RedisError(.system, "cannot start a thread: \(error.reason)", cause: error))]) }
  }

  private func mapped(_ result: Result<SlotMap, RedisError>, at now: ContinuousClock.Instant) {
    isMapping = false
    switch result {
    case .failure(let error):
      mapFailure = (mapFailure?.since ?? now, error)
      needsMap = true
      mapAt = now + .seconds(1)
    case .success(let new):
      (map, mapFailure) = (new, nil)
      mapAt = now + .milliseconds(200)
      if !delayed.isEmpty { retryAt = now }
      let addresses = Set(new.primaries)
      for (address, node) in nodes where !addresses.contains(address) && (node.isIdle || node.failure != nil) {
        nodes[address] = nil
        for call in node.takeWaiting() { route(call, at: now) }
      }
    }
  }

  private static let cancelled = RedisError(.cancelled, "the command was cancelled")
}
