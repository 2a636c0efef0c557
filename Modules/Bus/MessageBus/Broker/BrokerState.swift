extension BrokerMachine {
  enum Action {
    /// Send REQUEST to a worker. The machine keeps the content until the reply is complete.
    case request(Envelope, ClientAddress, Content)
    /// Send a reply or a part of a reply to the client. If a part cannot be sent, call ``partDropped(_:)``.
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
    /// Requests delivered to this worker and not finished, abandoned requests included, by delivery.
    var held: [UInt64: PendingRequest] = [:]
    var heldBytes = 0
    var lastHeard: Instant
    /// Whether the send queue of its connection is full.
    var isBlocked = false
    var lastChange: UInt64 = 0
    var heapIndex: Int?

    init(_ envelope: Envelope, _ service: Service, credit: Int?, now: Instant) {
      self.envelope = envelope
      self.service = service
      usesCredit = credit != nil
      self.credit = credit ?? 1
      lastHeard = now
    }

    var heldCount: Int { held.count }
  }

  /// A service that workers offer or clients request. Its timer serves requests that wait for the first worker.
  final class Service: TimerSubject {
    let name: String
    var workerCount = 0
    /// Requests accepted since the broker started.
    var requestCount: UInt64 = 0
    var queue = FairQueue<PendingRequest>()
    var availableWorkers = WorkerQueue<Worker>()
    /// When the service lost its last worker, or was created without workers.
    var withoutWorkersSince: Instant
    /// End of the time in which a lost worker may return; `nil` unless the last worker was lost.
    var workerMayReturnUntil: Instant?

    init(_ name: String, now: Instant) {
      self.name = name
      withoutWorkersSince = now
    }
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
    /// Whether ``Client/waitingRequests`` contains this request.
    var isInClientList = false
    /// When the request last entered the queue.
    var queuedAt: Instant

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
      queuedAt = now
    }

    var isWaiting: Bool { state == .waiting }
    var flow: Int { forwardedFlow ?? client.flow }

    /// Returns when this request stops waiting for a worker, as far as the workers of its service are known now.
    func waitDeadline(_ settings: Broker.Settings, _ startupGrace: StartupGrace) -> Instant {
      guard service.workerCount == 0 else { return queueDeadline }
      let grace = max(queuedAt, service.withoutWorkersSince) + settings.grace
      let until = service.workerMayReturnUntil ?? startupGrace.end(for: service.name)
      guard let until, until > grace else { return min(queueDeadline, grace) }
      // Shortly before the client gives up, so that the client learns the reason.
      return min(queueDeadline, max(grace, min(queueDeadline - settings.refusalLead, until)))
    }
  }
}
