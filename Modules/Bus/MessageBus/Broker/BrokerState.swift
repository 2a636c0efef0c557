import DequeModule

extension BrokerMachine {
  enum Action {
    /// Send REQUEST to a worker. The machine keeps the content until the reply is complete.
    case request(Envelope, ClientAddress, Content)
    /// Tell a worker that nobody waits for its reply to a request.
    case cancel(Envelope, ClientAddress)
    /// Send a reply or a part of a reply to the client. If a part cannot be sent, call ``partDropped(_:now:)``.
    case reply(Envelope, isFinal: Bool, service: String, Content, PendingRequest?)
    /// Send the broker's own final reply to the request with this ID.
    case refuse(Envelope, service: String, Refusal, id: [UInt8])
    case heartbeat(Envelope)
    case disconnect(Envelope)
    case joined(service: String, PeerID)
    /// Discard everything still queued for this worker; only later actions may send to it.
    case left(service: String, PeerID)
  }

  /// Why a worker was removed.
  enum LeaveReason {
    case disconnected, unreachable, silent, misbehaved

    /// Whether the worker's process may be stopped, suspended or about to restart.
    var mayReturn: Bool { self == .unreachable || self == .silent }
  }

  /// A registered worker.
  final class Worker {
    let envelope: Envelope
    let service: Service
    /// What the worker calls itself; `nil` if it has not said so.
    var name: String?
    /// Whether READY contained a credit; if so, HEARTBEAT may change the credit.
    let usesCredit: Bool
    var credit: Int
    /// The credit in READY.
    private let baseCredit: Int
    private let byteLimit: Int
    /// Requests delivered to this worker and not finished, abandoned requests included, by delivery.
    var held: [UInt64: PendingRequest] = [:]
    var heldBytes = 0
    /// The number of requests in ``held`` by flow, while the shares of the service hold.
    var heldByFlow: [Int: Int] = [:]
    var lastHeard: Instant
    /// When the last final reply arrived, and the number of final replies in that turn of the broker's loop.
    var lastReply: Instant?
    var repliesInTurn = 0
    /// Whether the send queue of its connection is full.
    var isBlocked = false
    /// Logical time of the last change of its load or credit, from a counter that only grows.
    var lastChange: UInt64 = 0

    init(_ envelope: Envelope, _ service: Service, credit: Int?, byteLimit: Int, now: Instant) {
      (self.envelope, self.service, self.byteLimit, lastHeard) = (envelope, service, byteLimit, now)
      (usesCredit, self.credit, baseCredit) = (credit != nil, credit ?? 1, credit ?? 1)
    }

    var hasRoom: Bool { held.count < credit && heldBytes < byteLimit && !isBlocked }

    /// Whether the flow has room in its share: a twentieth of the base credit, at least ``Shares/least``, and the requests that only wait.
    func allows(_ flow: Int) -> Bool {
      heldByFlow[flow, default: 0] < max(Shares.least, baseCredit / 20) + max(0, credit - baseCredit)
    }
  }

  /// The shares of flows in the credit of the workers of a service (R26).
  ///
  /// The replies of a worker that answers at once wait in the broker's receive queue, and a request of a client with few behind those of a
  /// client with many. As long as both use such a service, each flow may only hold a share of each worker: enough to keep the worker busy.
  struct Shares {
    /// Until when a client with few requests counts as using the service beside one with many.
    var sharedUntil: Instant?
    /// Until when each flow has only its share; `nil` while flows are not limited.
    var limitedUntil: Instant?
    /// The client of the last request.
    var lastPeer: PeerID?

    /// The number of requests that each flow may hold in any case, and less than which a client with few has; also the number of replies of one
    /// worker in one turn of the broker's loop from which replies count as waiting.
    static var least: Int { 3 }
    /// How long the service counts as shared after a request of a client with few.
    static var sharedTime: Duration { .milliseconds(100) }
    /// How long the shares hold after the last sign that replies wait.
    static var limitTime: Duration { .milliseconds(20) }
    /// The time for which a worker that answers at once holds a request. Others need many requests to be busy.
    static var shortTime: Duration { .milliseconds(2) }
  }

  /// A service that workers offer or clients request. Its timer serves requests that wait for the first worker.
  final class Service: TimerSubject {
    let name: String
    var attachedWorkers: [Worker] = []
    /// Requests accepted since the broker started.
    var requestCount: UInt64 = 0
    var queue = FairQueue<PendingRequest>()
    var shares = Shares()
    /// When the service lost its last worker, or was created without workers.
    var withoutWorkersSince: Instant
    /// End of the time in which a lost worker may return; `nil` unless the last worker was lost.
    var workerMayReturnUntil: Instant?

    init(_ name: String, now: Instant) {
      (self.name, withoutWorkersSince) = (name, now)
    }

    var isLimited: Bool { shares.limitedUntil != nil }

    /// Returns the worker that takes the next request of `flow`: the least loaded, of several the one idle longest; `nil` if none has room.
    func worker(for flow: Int) -> Worker? {
      var best: Worker?
      for worker in attachedWorkers where worker.hasRoom && (!isLimited || worker.allows(flow)) {
        if let best, (best.held.count, best.lastChange) < (worker.held.count, worker.lastChange) { continue }
        best = worker
      }
      return best
    }

    /// Handles a request of `client`, which is not counted yet. The first requests of a client with many are not those of one with few.
    func requested(by client: Client, now: Instant) {
      guard client.envelope.peer != shares.lastPeer else { return }
      let isFirst = shares.lastPeer == nil
      shares.lastPeer = client.envelope.peer
      guard !isFirst, client.outstanding < Shares.least,
        attachedWorkers.allSatisfy({ !$0.hasRoom || $0.held.count - client.outstanding >= Shares.least })
      else { return }
      shares.sharedUntil = now + Shares.sharedTime
    }

    /// Counts a final reply of `worker`; begins or prolongs the limit of shares if replies wait.
    func replied(_ worker: Worker, to pending: PendingRequest, now: Instant) {
      worker.repliesInTurn = worker.lastReply == now ? worker.repliesInTurn + 1 : 1
      worker.lastReply = now
      guard let sharedUntil = shares.sharedUntil else { return }
      if sharedUntil <= now { shares.sharedUntil = nil }
      guard sharedUntil > now, worker.repliesInTurn >= Shares.least, pending.state == .held, now - pending.since < Shares.shortTime
      else { return }
      if !isLimited {
        for attached in attachedWorkers {
          attached.heldByFlow = [:]
          for other in attached.held.values where other.state == .held { attached.heldByFlow[other.flow, default: 0] += 1 }
        }
        // The worker no longer holds `pending`, which is released next.
        worker.heldByFlow[pending.flow, default: 0] += 1
      }
      shares.limitedUntil = now + Shares.limitTime
    }

    /// Ends the limit of shares if it is over.
    func updateShares(now: Instant) { if let end = shares.limitedUntil, end <= now { shares.limitedUntil = nil } }
  }

  final class Client {
    let envelope: Envelope
    let number: UInt64
    private(set) var outstanding = 0
    private(set) var bytes = 0
    /// The oldest outstanding request, or one that has ended. Apart from ``others``, because most clients have one, which needs no array then.
    private var first: PendingRequest?
    /// The other outstanding requests in the order of their arrival, and some that have ended.
    private var others: [PendingRequest] = []
    /// The first ``indexedCount`` of ``others`` by ID, for a client that cancels.
    private var othersByID: [[UInt8]: PendingRequest] = [:]
    private var indexedCount = 0
    private(set) lazy var flow = envelope.peer.hashValue

    init(_ envelope: Envelope, _ number: UInt64) {
      (self.envelope, self.number) = (envelope, number)
    }

    /// The outstanding requests in the order of their arrival, and some that have ended.
    var requests: [PendingRequest] { [first].compactMap(\.self) + others }

    func add(_ pending: PendingRequest) {
      outstanding += 1
      bytes += pending.byteCount
      guard outstanding > 1 else { return first = pending }
      if others.count >= 16, others.count >= 2 * outstanding {
        (others, othersByID, indexedCount) = (others.filter { $0.content != nil }, [:], 0)
      }
      others.append(pending)
    }

    func didEnd(_ pending: PendingRequest) {
      outstanding -= 1
      bytes -= pending.byteCount
      if outstanding == 0 { removeAll() }
    }

    /// Returns the latest request with this ID, which may have ended. Reads the ID of each request once.
    func request(_ id: [UInt8]) -> PendingRequest? {
      for pending in others[indexedCount...] { if let content = pending.content { othersByID[content.id] = pending } }
      indexedCount = others.count
      return othersByID[id] ?? (first?.content?.id == id ? first : nil)
    }

    func removeAll() { (first, others, othersByID, indexedCount) = (nil, [], [:], 0) }
  }

  /// A request from arrival to final reply.
  final class PendingRequest: TimerSubject, FairQueueItem {
    enum State {
      case waiting
      case held
      /// The client has its final reply or wants none; the worker still works on the request.
      case abandoned
      case done
    }

    let client: Client
    let service: Service
    let byteCount: Int
    /// When the client gives up, and when the request stops waiting for a worker; fixed at arrival.
    var deadline, queueDeadline: Instant
    /// Flow of the client on whose behalf the request was sent, if the request names that client.
    private let forwardedFlow: Int?
    /// `nil` once the client has its final reply or wants none.
    var content: Content?
    var state = State.waiting
    var worker: Worker?
    /// Number of the latest delivery.
    var delivery: UInt64 = 0
    var deliveryCount = 0
    var partsSent = false
    /// When the request last entered the queue, or was last delivered.
    var since: Instant

    init(_ client: Client, _ service: Service, _ content: Content, bytes: Int, flow: Int?, now: Instant) {
      (self.client, self.service, self.content, byteCount, forwardedFlow) = (client, service, content, bytes, flow)
      (deadline, queueDeadline, since) = (now, now, now)
    }

    var isWaiting: Bool { state == .waiting }
    var flow: Int { forwardedFlow ?? client.flow }
  }
}

/// An element of a ``FairQueue``.
package protocol FairQueueItem: AnyObject {
  associatedtype Flow: Hashable
  /// The flow that this item belongs to: items of one client have the same flow.
  var flow: Flow { get }
  /// The size that counts towards the queue's limit in bytes.
  var byteCount: Int { get }
  /// `false` once this item was popped or left the queue early.
  var isWaiting: Bool { get }
}

/// Fair queue: one FIFO per flow, served round-robin, so that a busy client delays only itself. Every operation takes amortized constant
/// time: an item that left early stays in its FIFO until half of the items there have left.
package struct FairQueue<Item: FairQueueItem> {
  private final class Line {
    let flow: Item.Flow
    var items: Deque<Item> = []
    var waitingCount = 0
    var bytes = 0
    init(_ flow: Item.Flow) { self.flow = flow }
  }

  /// The lines in which items wait.
  private var lines: [Item.Flow: Line] = [:]
  /// Every line of ``lines`` once, in round-robin order, and some whose items have all left.
  private var rotation: Deque<Line> = []
  /// Number of waiting items.
  package private(set) var count = 0
  /// Bytes of the waiting items.
  package private(set) var bytes = 0

  package init() {}

  /// One flow may use up to this many times the free room, so that a new flow always finds room.
  private static var share: Int { 8 }

  package var isEmpty: Bool { count == 0 }

  package func hasRoom(for flow: Item.Flow, bytes size: Int, limit: Int, byteLimit: Int) -> Bool {
    guard count < limit, bytes + size <= byteLimit else { return false }
    guard let line = lines[flow] else { return true }
    return line.waitingCount < (limit - count) * Self.share && line.bytes + size <= (byteLimit - bytes) * Self.share
  }

  package mutating func append(_ item: Item) { add(item, first: false) }

  /// Inserts `item` at the head of its flow; a flow that was not queued gets the next turn.
  mutating func prepend(_ item: Item) { add(item, first: true) }

  private mutating func add(_ item: Item, first: Bool) {
    let line = lines[item.flow] ?? Line(item.flow)
    if lines.updateValue(line, forKey: item.flow) == nil {
      if first { rotation.prepend(line) } else { rotation.append(line) }
    }
    if first { line.items.prepend(item) } else { line.items.append(item) }
    count(item, 1, in: line)
  }

  /// Removes and returns the next item in round-robin order. The caller then sets its ``FairQueueItem/isWaiting`` to `false`. Flows that
  /// `isReady` excludes are passed over and keep their turns, which takes time in proportion to their number.
  package mutating func popFirst(where isReady: (Item.Flow) -> Bool = { _ in true }) -> Item? {
    var excluded: [Line] = []
    defer { for line in excluded.reversed() { rotation.prepend(line) } }
    while let line = rotation.popFirst() {
      guard line.waitingCount > 0 else { continue }
      guard isReady(line.flow) else {
        excluded.append(line)
        continue
      }
      while let item = line.items.popFirst() {
        guard item.isWaiting else { continue }
        count(item, -1, in: line)
        if line.waitingCount > 0 { rotation.append(line) } else { lines[line.flow] = nil }
        return item
      }
    }
    return nil
  }

  /// Accounts for `item`, which left the queue early; its ``FairQueueItem/isWaiting`` must be `false` already.
  package mutating func didLeave(_ item: Item) {
    guard let line = lines[item.flow] else { return }
    count(item, -1, in: line)
    if line.waitingCount == 0 {
      line.items.removeAll()
      lines[item.flow] = nil
      if rotation.count > 2 * lines.count + 16 { rotation.removeAll { $0.waitingCount == 0 } }
    } else if line.items.count > 2 * line.waitingCount + 16 {
      line.items.removeAll { !$0.isWaiting }
    }
  }

  /// All waiting items, flow by flow.
  var items: [Item] { rotation.flatMap { $0.items.filter(\.isWaiting) } }

  private mutating func count(_ item: Item, _ change: Int, in line: Line) {
    line.waitingCount += change
    line.bytes += change * item.byteCount
    count += change
    bytes += change * item.byteCount
  }
}
