extension BrokerMachine {
  enum Action {
    /// REQUEST to a worker. The content stays held here until the answer is complete.
    case request(Envelope, ClientAddress, Content)
    /// An answer or a part of one. Where it cannot be sent, ``undelivered(_:)`` wants to know of a part.
    case reply(Envelope, isFinal: Bool, Content, Pending)
    /// The broker's own final answer to the request that `Content` is.
    case refuse(Envelope, service: String, Refusal, Content)
    case heartbeat(Envelope)
    case disconnect(Envelope)
    case joined(service: String, PeerID)
    /// Nothing is to be sent to this worker any more but what follows.
    case left(service: String, PeerID)
  }

  /// Why a worker is one no longer.
  enum Leaving {
    case itLeft, itIsGone, itIsSilent, itMisbehaved

    /// Whether its process may be stopped, suspended or about to be started again.
    var mayReturn: Bool { self == .itIsGone || self == .itIsSilent }
  }

  /// A worker from READY to its end.
  final class Worker: WorkerLineMember {
    let envelope: Envelope
    let service: Service
    /// Whether READY said a credit: then HEARTBEAT may change it.
    let saidCredit: Bool
    var credit: Int
    /// What it was given and has not finished, by delivery; also what nobody waits for any more.
    var held: [UInt64: Pending] = [:]
    var heldBytes = 0
    var lastHeard: Instant
    /// Its connection takes nothing for now.
    var isBlocked = false
    var changed: UInt64 = 0
    var place: Int?

    init(_ envelope: Envelope, _ service: Service, credit: Int?, now: Instant) {
      self.envelope = envelope
      self.service = service
      saidCredit = credit != nil
      self.credit = credit ?? 1
      lastHeard = now
    }

    var holds: Int { held.count }
  }

  /// A name that workers offer, or clients ask for. Its timer is that of requests that wait for any worker.
  final class Service: TimerSubject {
    let name: String
    var workers = 0
    /// Requests for it since the broker started, refused ones left out.
    var requests: UInt64 = 0
    var waiting = FairQueue<Pending>()
    var line = WorkerLine<Worker>()
    /// Since when it has no worker.
    var emptySince: Instant
    /// Its last worker was lost, as a stopped or killed process is, and may be back until then.
    var mayReturnUntil: Instant?

    init(_ name: String, now: Instant) {
      self.name = name
      emptySince = now
    }
  }

  final class Client {
    let envelope: Envelope
    let number: UInt64
    var outstanding = 0
    var bytes = 0
    /// What waits for a worker, and some that no longer does.
    var waiting: [Pending] = []
    private(set) lazy var asker = envelope.peer.hashValue

    init(_ envelope: Envelope, _ number: UInt64) {
      self.envelope = envelope
      self.number = number
    }

    func waits(_ pending: Pending) {
      guard !pending.isListed else { return }
      if waiting.count >= 16, waiting.count >= 2 * outstanding {
        for pending in waiting where !pending.isWaiting { pending.isListed = false }
        waiting.removeAll { !$0.isWaiting }
      }
      pending.isListed = true
      waiting.append(pending)
    }
  }

  /// A request from its arrival to its final reply.
  final class Pending: TimerSubject, FairQueueItem {
    enum State {
      case waiting
      case held
      /// The client has had its last word, the worker has not.
      case abandoned
      case done
    }

    let client: Client
    let service: Service
    let byteCount: Int
    /// The client gives up then; fixed at arrival.
    let deadline: Instant
    /// It waits for a worker no longer than this; fixed at arrival.
    let waitsUntil: Instant
    /// Who asks, where the request says on whose behalf it comes.
    private let namedAsker: Int?
    /// `nil` once nobody waits for an answer.
    var content: Content?
    var state = State.waiting
    var worker: Worker?
    /// The number of its latest delivery.
    var delivery: UInt64 = 0
    var deliveries = 0
    var partsSent = false
    /// Whether its client's list of what waits has it.
    var isListed = false
    /// Since when it waits, this time.
    var waitsSince: Instant

    init(
      _ client: Client, _ service: Service, _ content: Content, bytes: Int, asker: Int?, deadline: Instant, waitsUntil: Instant,
      now: Instant
    ) {
      self.client = client
      self.service = service
      self.content = content
      byteCount = bytes
      namedAsker = asker
      self.deadline = deadline
      self.waitsUntil = waitsUntil
      waitsSince = now
    }

    var isWaiting: Bool { state == .waiting }
    var asker: Int { namedAsker ?? client.asker }
  }
}
