import Platform
import Synchronization

/// A subscription to a channel, on a connection of its own. Ends when it is closed, or when neither the subscription nor one of its iterators is
/// in use.
///
/// In a cluster, it takes messages of SPUBLISH and of PUBLISH if the server has sharded channels (Redis 7), and else those of PUBLISH. Up to 10,000
/// messages wait for a slow reader; further ones, and those of more than 4 KiB, are lost, and the reader gets ``Element/listening`` in their place.
public final class RedisSubscription: AsyncSequence, Sendable {
  /// What a subscription delivers.
  public enum Element: Sendable {
    /// The subscription is in force from here on; messages before it may be lost. Delivered first, after each loss, and in place of lost messages.
    case listening
    /// The connection is lost, or the first attempt failed; the server is tried again, and ``listening`` follows.
    case lost(RedisError)
    case message([UInt8])
  }

  public typealias Failure = Never

  static let maxMessageSize = 4 << 10

  private let elements: AsyncStream<Element>
  private let loop: SubscriptionLoop

  init(_ url: RedisURL, channel: String, timeout: Duration) throws(RedisError) {
    let (elements, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingOldest(10_000))
    self.elements = elements
    do {
      loop = SubscriptionLoop(url, channel: channel, timeout: timeout, try WakePipe(), continuation)
      try BackgroundThread.start { [loop] in loop.run() }
    } catch { throw RedisError(.system, "cannot start a subscription of Redis: \(error.reason)", cause: error) }
  }

  deinit { close() }

  /// Ends the sequence. Calling this method twice is harmless.
  public func close() { loop.stop() }

  /// Keeps its subscription.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let subscription: RedisSubscription
    fileprivate var elements: AsyncStream<Element>.AsyncIterator

    public mutating func next() async -> Element? { await next(isolation: nil) }

    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? { await elements.next(isolation: actor) }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(subscription: self, elements: elements.makeAsyncIterator()) }
}

/// The thread of a subscription.
///
/// `@unchecked`: the thread alone uses the members that change, but for `isStopped`.
private final class SubscriptionLoop: @unchecked Sendable {
  private let url: RedisURL
  private let channel: String
  private let timeout: Duration
  private let waker: WakePipe
  private let continuation: AsyncStream<RedisSubscription.Element>.Continuation
  private let isStopped = Atomic<Bool>(false)
  private var map: SlotMap?
  /// Whether the reader has to be told that messages are lost.
  private var hasGap = false
  private var isLost = false
  private var delay = Duration.zero

  init(
    _ url: RedisURL, channel: String, timeout: Duration, _ waker: WakePipe,
    _ continuation: AsyncStream<RedisSubscription.Element>.Continuation
  ) {
    (self.url, self.channel, self.timeout, self.waker, self.continuation) = (url, channel, timeout, waker, continuation)
  }

  func stop() {
    isStopped.store(true, ordering: .releasing)
    waker.wake()
  }

  func run() {
    while !isStopped.load(ordering: .acquiring) {
      do throws(RedisError) { try listen() } catch {
        if !isLost { add(.lost(error)) }
        isLost = true
        _ = Polling.wait(for: [waker.descriptor], within: delay)
        delay = min(.seconds(2), max(.milliseconds(20), delay * 2))
      }
    }
    continuation.finish()
  }

  /// Subscribes, and delivers messages until the subscription is stopped.
  private func listen() throws(RedisError) {
    let connection = try RedisConnection(to: address(), url, within: timeout)
    connection.makeNonblocking()
    let isSharded = url.isCluster
    try send([["SUBSCRIBE", channel]] + (isSharded ? [["SSUBSCRIBE", channel]] : []), on: connection)
    var unconfirmed = isSharded ? 2 : 1
    var (lastHeard, isProbing) = (ContinuousClock.now, false)
    var poller = DescriptorPoller()
    while !isStopped.load(ordering: .acquiring) {
      poller.removeAll()
      poller.add(waker.descriptor)
      poller.add(connection.descriptor)
      let isReady = poller.wait(milliseconds: hasGap ? 100 : Int32(clamping: Int(timeout / .milliseconds(1)) + 1))
      if isReady, poller.isReady(1) {
        try connection.read()
        (lastHeard, isProbing) = (.now, false)
      }
      while let reply = try connection.reply() {
        if isConfirmation(reply) {
          unconfirmed -= 1
          if unconfirmed == 0 {
            (delay, isLost) = (.zero, false)
            add(.listening)
          }
        } else {
          try take(reply, from: connection)
        }
      }
      reportGap()
      guard lastHeard + timeout <= .now else { continue }
      // No message was published, or the server is stopped.
      if isProbing { throw RedisError(.timedOut, "Redis at \(connection.address) did not answer within \(timeout)") }
      try send([["PING"]], on: connection)
      (lastHeard, isProbing) = (.now, true)
    }
  }

  /// Returns the node to subscribe at: in a cluster, the one that serves the channel's slot.
  private func address() throws(RedisError) -> RedisAddress {
    guard url.isCluster else { return url.addresses[0] }
    let known = Set(url.addresses + (map?.primaries ?? []) + (map?.replicas ?? [])).shuffled()
    let new = try SlotMap.fetch(from: known, url, within: timeout)
    map = new
    return new.owner(of: SlotMap.slot(of: channel.utf8)) ?? new.primaries[0]
  }

  private func send(_ commands: [[String]], on connection: RedisConnection) throws(RedisError) {
    var bytes: [UInt8] = []
    for words in commands { RedisEncoding.append(words.map { Array($0.utf8) }, to: &bytes) }
    // A new connection takes these few bytes.
    guard connection.append(bytes), try connection.write() else {
      throw RedisError(.unavailable, "Redis at \(connection.address) takes no commands")
    }
  }

  private func isConfirmation(_ reply: RedisValue) -> Bool {
    if case .error(let text) = reply { return text.contains("unknown command") }
    return ["subscribe", "ssubscribe"].contains(reply.array?.first?.text)
  }

  private func take(_ reply: RedisValue, from connection: RedisConnection) throws(RedisError) {
    if case .error(let text) = reply { throw RedisError(reply: text) }
    guard let parts = reply.array, parts.count >= 2, let kind = parts[0].text else { return }
    // Sent when the slot moves to another node.
    if kind == "sunsubscribe" { throw RedisError(.unavailable, "Redis at \(connection.address) no longer serves the channel \(channel)") }
    guard ["message", "smessage"].contains(kind), parts.count == 3, let bytes = parts[2].bytes else { return }
    if bytes.count <= RedisSubscription.maxMessageSize { add(.message(bytes)) } else { hasGap = true }
  }

  private func add(_ element: RedisSubscription.Element) {
    reportGap()
    if hasGap { return }
    if case .dropped = continuation.yield(element) { hasGap = true }
  }

  /// Tells the reader that messages are lost, once there is room.
  private func reportGap() {
    guard hasGap, case .enqueued = continuation.yield(.listening) else { return }
    hasGap = false
  }
}
