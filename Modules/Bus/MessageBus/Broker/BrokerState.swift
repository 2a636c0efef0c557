extension BrokerMachine {
  enum Action {
    /// Send REQUEST to a worker. The machine keeps the content until the reply is complete.
    case request(Envelope, ClientAddress, Content)
    /// Send a reply or a part of a reply to the client. If a part cannot be sent, call ``partDropped(_:now:)``.
    case reply(Envelope, isFinal: Bool, Content, PendingRequest)
    /// Send the broker's own final reply to the request with this content.
    case refuse(Envelope, service: String, Refusal, Content)
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
  final class Worker: QueuedWorker {
    let envelope: Envelope
    let service: Service
    /// What the worker calls itself; `nil` if it has not said so.
    var name: String?
    /// Whether READY contained a credit; if so, HEARTBEAT may change the credit.
    let usesCredit: Bool
    var credit: Int
    /// The credit in READY.
    private let baseCredit: Int
    /// Requests delivered to this worker and not finished, abandoned requests included, by delivery.
    var held: [UInt64: PendingRequest] = [:]
    var heldBytes = 0
    var lastHeard: Instant
    /// When the last final reply arrived, and the number of final replies in that turn of the broker's loop.
    var lastReply: Instant?
    var repliesInTurn = 0
    /// Whether the send queue of its connection is full.
    var isBlocked = false
    var lastChange: UInt64 = 0
    var heapIndex: Int?

    init(_ envelope: Envelope, _ service: Service, credit: Int?, now: Instant) {
      self.envelope = envelope
      self.service = service
      usesCredit = credit != nil
      self.credit = credit ?? 1
      baseCredit = self.credit
      lastHeard = now
    }

    var heldCount: Int { held.count }
    /// The credit that the worker has announced in addition, for requests that only wait for another service.
    var releasedCredit: Int { max(0, credit - baseCredit) }
    /// The number of requests that one flow may hold here while replies wait.
    var share: Int { CreditShares.share(ofCredit: baseCredit) }
  }

  /// A service that workers offer or clients request. Its timer serves requests that wait for the first worker, and ends
  /// the limit of ``shares``.
  final class Service: TimerSubject {
    let name: String
    var workerCount = 0
    /// Requests accepted since the broker started.
    var requestCount: UInt64 = 0
    var queue = FairQueue<PendingRequest>()
    var availableWorkers = WorkerQueue<Worker>()
    /// Read only if the next two are true.
    var shares = CreditShares()
    /// Whether a client with few requests uses the service beside one with many.
    var isShared = false
    /// Whether ``shares`` hold.
    var isLimited = false
    /// The number of the client of the last request.
    var lastClient: UInt64 = 0
    /// The sum of ``Worker/releasedCredit``.
    var releasedCredit = 0
    /// When the service lost its last worker, or was created without workers.
    var withoutWorkersSince: Instant
    /// End of the time in which a lost worker may return; `nil` unless the last worker was lost.
    var workerMayReturnUntil: Instant?

    init(_ name: String, now: Instant) {
      self.name = name
      withoutWorkersSince = now
    }

    /// Returns the worker that takes `pending` at once; `nil` if none has credit, others wait already, or its flow has used its share.
    func worker(for pending: PendingRequest) -> Worker? {
      // Requests that wait although a worker has credit belong to flows that have used their share.
      guard isLimited else { return queue.isEmpty ? availableWorkers.first : nil }
      guard let worker = availableWorkers.first, shares.allows(pending.flow, share: share(of: worker)) else { return nil }
      return worker
    }

    /// Handles a request of another client than the last one.
    func requested(by client: Client, now: Instant) {
      lastClient = client.number
      let held = availableWorkers.first?.heldCount ?? .max
      if shares.requested(by: client.envelope.peer, outstanding: client.outstanding, held: held, now: now) { isShared = true }
    }

    /// The number of requests that all workers may hold of one flow while replies wait: a share of a worker like `worker` for each, and all
    /// that wait for another service.
    func share(of worker: Worker) -> Int { worker.share * workerCount + releasedCredit }
  }

  final class Client {
    let envelope: Envelope
    let number: UInt64
    var outstanding = 0
    var bytes = 0
    /// All requests of this client that wait for a worker, and some that no longer wait.
    var waitingRequests: [PendingRequest] = []
    private(set) lazy var flow = envelope.peer.hashValue

    init(_ envelope: Envelope, _ number: UInt64) {
      self.envelope = envelope
      self.number = number
    }

    func addWaiting(_ pending: PendingRequest) {
      guard !pending.isInClientList else { return }
      if waitingRequests.count >= 16, waitingRequests.count >= 2 * outstanding {
        for pending in waitingRequests where !pending.isWaiting { pending.isInClientList = false }
        waitingRequests.removeAll { !$0.isWaiting }
      }
      pending.isInClientList = true
      waitingRequests.append(pending)
    }
  }

  /// A request from arrival to final reply.
  final class PendingRequest: TimerSubject, FairQueueItem {
    enum State {
      case waiting
      case held
      /// The client has its final reply; the worker still works on the request.
      case abandoned
      case done
    }

    let client: Client
    let service: Service
    let byteCount: Int
    /// When the client gives up; fixed at arrival.
    let deadline: Instant
    /// When the request stops waiting for a worker; fixed at arrival.
    let queueDeadline: Instant
    /// Flow of the client on whose behalf the request was sent, if the request names that client.
    private let forwardedFlow: Int?
    /// `nil` once the client has its final reply.
    var content: Content?
    var state = State.waiting
    var worker: Worker?
    /// Number of the latest delivery.
    var delivery: UInt64 = 0
    var deliveryCount = 0
    var partsSent = false
    /// Whether the shares of the service count this request; meaningful only while they hold.
    var isCounted = false
    /// Whether ``Client/waitingRequests`` contains this request.
    var isInClientList = false
    /// When the request last entered the queue, or was last delivered.
    var since: Instant

    init(
      _ client: Client, _ service: Service, _ content: Content, bytes: Int, flow: Int?, deadline: Instant, queueDeadline: Instant,
      now: Instant
    ) {
      self.client = client
      self.service = service
      self.content = content
      byteCount = bytes
      forwardedFlow = flow
      self.deadline = deadline
      self.queueDeadline = queueDeadline
      since = now
    }

    var isWaiting: Bool { state == .waiting }
    var flow: Int { forwardedFlow ?? client.flow }

    /// Returns when this request stops waiting for a worker, as far as the workers of its service are known now.
    func waitDeadline(_ settings: Broker.Settings, _ startupGrace: StartupGrace) -> Instant {
      guard service.workerCount == 0 else { return queueDeadline }
      let grace = max(since, service.withoutWorkersSince) + settings.grace
      let until = service.workerMayReturnUntil ?? startupGrace.end(for: service.name)
      guard let until, until > grace else { return min(queueDeadline, grace) }
      // Shortly before the client gives up, so that the client learns the reason.
      return min(queueDeadline, max(grace, min(queueDeadline - settings.refusalLead, until)))
    }
  }
}
