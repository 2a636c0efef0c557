import Contracts
import MessageBus

/// The GETs to one origin, from the call to its result. Pure: time and jitter are arguments, and ``HTTPOrigin`` performs the actions.
///
/// A flight is a request with the calls that wait for its response, so a document is requested once however many ask for it. A call ends at
/// its deadline; a flight ends with its last call, and ``HTTPSettings/requestTimeout`` after it was first sent.
///
/// | state | ends |
/// |---|---|
/// | queued | when one of its clients has its turn and a permit, and the maximum rate allows a request: sent, or answered without the origin (``OriginControl``) |
/// | sent | with the response: sent again after a redirect, which is a part of the request; pausing before a retry; or finished |
/// | pausing | after the delay of the retry policy: queued |
struct FetchMachine {
  typealias Instant = ContinuousClock.Instant
  typealias Outcome = Result<HTTPResponse, OriginError>

  /// A caller that waits for a document.
  struct Call: Sendable {
    /// Not that of another call that has not ended.
    let id: UInt64
    let client: String
    let deadline: Instant
    let finish: @Sendable (Outcome) -> Void
  }

  enum Action: Sendable {
    /// Send a request for a flight, and call ``receive(_:of:jitter:now:)`` with the outcome.
    case send(Flight, HTTPRequest)
    /// Abort the request of a flight.
    case abort(Flight)
    /// Count a retry.
    case countRetry
    /// End a call.
    case finish(Call, Outcome)
  }

  /// `@unchecked`: a member of the machine, used only by those who have access to the machine.
  final class Flight: @unchecked Sendable {
    fileprivate enum State {
      case queued, sent, pausing, ended
    }

    /// Identifies the request under way, for the one who performs the actions.
    var transfer: UInt64?
    fileprivate let request: HTTPRequest
    /// Differs from that of ``request`` after a redirect.
    fileprivate var url: String
    fileprivate var state = State.queued
    fileprivate var calls: Set<UInt64> = []
    fileprivate var clients: Set<String> = []
    /// A place in the line of each client while queued.
    fileprivate var places: [Place] = []
    fileprivate var attempt: Int
    fileprivate var redirects = 0
    /// The latest deadline of a call.
    fileprivate var deadline: Instant
    /// `nil` before the first attempt is sent.
    fileprivate var requestDeadline: Instant?
    /// The request at the origin, and the client whose permit it uses.
    fileprivate var ticket: (control: OriginControl.Ticket, client: String)?
    /// The end of a pause before a retry.
    fileprivate var retryAt: Instant

    fileprivate init(_ request: HTTPRequest, attempt: Int, deadline: Instant) {
      (self.request, self.attempt, self.deadline) = (request, attempt, deadline)
      (url, retryAt) = (request.url, deadline)
    }

    fileprivate var end: Instant { min(deadline, requestDeadline ?? deadline) }

    /// When time ends the flight or its pause.
    fileprivate var alarm: Instant? { state == .pausing ? min(retryAt, requestDeadline ?? retryAt) : requestDeadline }
  }

  /// A flight's place in the line of one of its clients.
  fileprivate final class Place: FairQueueItem {
    let flight: Flight
    let flow: String
    let byteCount: Int
    var isWaiting = true

    init(_ flight: Flight, _ client: String) { (self.flight, flow, byteCount) = (flight, client, flight.request.byteCount) }
  }

  private(set) var control: OriginControl
  private let settings: HTTPSettings
  /// The origin's name in messages.
  private let origin: String
  private var permits: PermitShares
  private var rate: RequestRate
  private var queue = FairQueue<Place>()
  private var calls: [UInt64: (call: Call, flight: Flight)] = [:]
  private var flights: [HTTPRequest: Flight] = [:]
  /// Not later than the first time at which a call or a flight has something to do.
  private var alarm: Instant?
  private var lastTick: Instant
  private var actions: [Action] = []
  /// Number of queued flights.
  private(set) var queuedCount = 0

  /// Maximum number of waiting requests, and of their bytes.
  static let maxQueued = 16_384
  private static let maxQueuedBytes = 64 << 20

  init(_ settings: HTTPSettings, origin: String, start: Instant = .now) {
    (self.settings, self.origin, lastTick) = (settings, origin, start)
    control = OriginControl(settings, origin: origin, start: start)
    permits = PermitShares(settings.concurrency)
    rate = RequestRate(settings.maxRate)
  }

  /// The state for reports.
  mutating func status(of origin: String, wallTime: Int, now: Instant) -> OriginStatus {
    control.status(of: origin, queued: queuedCount, wallTime: wallTime, now: now)
  }

  /// Returns the actions to perform, in order.
  mutating func takeActions() -> [Action] {
    defer { actions = [] }
    return actions
  }

  /// Starts a call.
  ///
  /// - Parameter attempts: the number of requests already sent for it, which count towards the retries.
  mutating func ask(_ request: HTTPRequest, for call: Call, afterAttempts attempts: Int = 0, now: Instant) {
    if let answer = control.refusal(now: now) { return actions.append(.finish(call, answer)) }
    guard rate.delay(now: now) < now.duration(to: call.deadline) else {
      return actions.append(.finish(call, .failure(.callerTimeout(origin, wasSent: false))))
    }
    // A client that takes all it can get leaves room for others.
    guard queue.hasRoom(for: call.client, bytes: request.byteCount, limit: Self.maxQueued, byteLimit: Self.maxQueuedBytes) else {
      return actions.append(
        .finish(call, .failure(OriginError(.overloaded, "retry when some of them have been answered", retryAfter: .seconds(1)))))
    }
    let known = flights[request]
    let flight = known ?? Flight(request, attempt: attempts + 1, deadline: call.deadline)
    flight.calls.insert(call.id)
    flight.deadline = max(flight.deadline, call.deadline)
    calls[call.id] = (call, flight)
    wake(at: call.deadline)
    let isNewClient = flight.clients.insert(call.client).inserted
    if known == nil {
      flights[request] = flight
      enqueue(flight)
    } else if isNewClient, flight.state == .queued {
      addPlace(flight, call.client)
    }
    admit(now: now)
  }

  /// Ends the call `id`, unless it has ended.
  mutating func cancel(_ id: UInt64, now: Instant) {
    leave(id, .cancelled, now: now)
    admit(now: now)
  }

  /// Ends all calls.
  mutating func cancelAll(now: Instant) {
    for id in Array(calls.keys) { leave(id, .cancelled, now: now) }
  }

  /// Handles the outcome of the request of a flight.
  ///
  /// - Parameter jitter: at least 0 and below 1.
  mutating func receive(_ outcome: Outcome, of flight: Flight, jitter: @autoclosure () -> Double, now: Instant) {
    guard flight.state == .sent else { return }
    var outcome = outcome
    if case .success(var response) = outcome {
      if [301, 302, 303, 307, 308].contains(response.status) {
        do throws(OriginError) {
          flight.url = try redirectTarget(of: flight, response)
          flight.redirects += 1
          return transmit(flight, now: now)
        } catch { outcome = .failure(error) }
      } else if flight.redirects > 0 {
        response.redirectedTo = flight.url
        outcome = .success(response)
      }
    }
    conclude(flight, outcome, jitter: jitter, now: now)
    admit(now: now)
  }

  /// The time of the next call of ``tick(now:)``. The more calls there are, the longer the time between two ticks, which look at all of them.
  func nextTick(now: Instant) -> Instant? {
    let next = alarm.map { max($0, lastTick + .microseconds(calls.count)) }
    let delay = rate.delay(now: now)
    // Without a delay, what waits now waits for permits.
    guard delay > .zero, !queue.isEmpty, permits.free > 0 else { return next }
    return min(now + delay, next ?? now + delay)
  }

  mutating func tick(now: Instant) {
    if let alarm, alarm <= now {
      for (call, flight) in calls.values.filter({ $0.call.deadline <= now }) {
        leave(call.id, .callerTimeout(origin, wasSent: flight.requestDeadline != nil), now: now)
      }
      for flight in flights.values.filter({ $0.alarm.map { $0 <= now } ?? false }) {
        if let limit = flight.requestDeadline, limit <= now {
          end(flight, .failure(OriginError(.timedOut, "\(origin) did not answer in time")), now: now)
        } else {
          enqueue(flight)
        }
      }
      lastTick = now
      self.alarm = [calls.values.lazy.map(\.call.deadline).min(), flights.values.lazy.compactMap(\.alarm).min()].compactMap(\.self).min()
    }
    admit(now: now)
  }

  private mutating func wake(at time: Instant) { alarm = min(time, alarm ?? time) }

  /// Sends what the permits and the maximum rate allow.
  private mutating func admit(now: Instant) {
    // While the origin must not be asked, all are told so at once.
    while !queue.isEmpty, permits.free > 0, rate.delay(now: now) == .zero || control.refusal(now: now) != nil,
      let place = queue.popFirst(where: { permits.isAvailable(to: $0) })
    {
      let flight = place.flight
      place.isWaiting = false
      leaveQueue(flight)
      let document = flight.request.url.hashValue
      switch control.send(for: document, isFirstAttempt: flight.attempt == 1, within: now.duration(to: flight.deadline), now: now) {
      case .answer(let outcome): end(flight, outcome, now: now)
      case .send(let ticket):
        _ = permits.take(for: place.flow)
        flight.ticket = (ticket, place.flow)
        if flight.requestDeadline == nil {
          flight.requestDeadline = now + settings.requestTimeout
          wake(at: now + settings.requestTimeout)
        }
        transmit(flight, now: now)
      }
    }
  }

  private mutating func transmit(_ flight: Flight, now: Instant) {
    rate.take(now: now)
    flight.state = .sent
    var request = flight.request
    request.url = flight.url
    actions.append(.send(flight, request))
  }

  /// Returns the URL that a redirect leads to. Throws if it leads to another server, or too far.
  private func redirectTarget(of flight: Flight, _ response: HTTPResponse) throws(OriginError) -> String {
    guard let target = response.redirectTarget.flatMap({ try? HTTPURL($0) }) else {
      throw OriginError(.redirected, "\(origin) sent a redirect without a valid location", status: response.status)
    }
    guard let url = try? HTTPURL(flight.url), target.isSameOrigin(as: url) else {
      throw OriginError(
        .redirected, "\(origin) redirects to another server, \(target): to use that server, select it with --origin",
        status: response.status)
    }
    guard flight.redirects < settings.maxRedirects else {
      throw OriginError(.redirected, "\(origin) redirected more than \(settings.maxRedirects) times")
    }
    return target.description
  }

  /// Ends an attempt: the flight pauses before a retry, or ends.
  private mutating func conclude(_ flight: Flight, _ outcome: Outcome, jitter: () -> Double, now: Instant) {
    settle(flight, outcome, now: now)
    let delay = settings.retry.delay(after: outcome, attempt: flight.attempt, timeLeft: now.duration(to: flight.end), jitter: jitter())
    guard let delay, control.takeRetry(now: now) else { return end(flight, outcome, now: now) }
    actions.append(.countRetry)
    flight.attempt += 1
    (flight.url, flight.redirects) = (flight.request.url, 0)
    (flight.state, flight.retryAt) = (.pausing, now + delay)
    wake(at: flight.retryAt)
  }

  /// Gives back the permit of an attempt that has ended, and learns from the outcome.
  private mutating func settle(_ flight: Flight, _ outcome: Outcome, now: Instant) {
    guard let (ticket, client) = flight.ticket else { return }
    control.finish(ticket, outcome, now: now)
    flight.ticket = nil
    permits.giveBack(client)
    if control.limit != permits.count { permits.resize(control.limit) }
  }

  /// Ends a call before its flight. The last one ends the flight.
  private mutating func leave(_ id: UInt64, _ error: OriginError, now: Instant) {
    guard let (call, flight) = calls.removeValue(forKey: id) else { return }
    actions.append(.finish(call, .failure(error)))
    flight.calls.remove(id)
    if flight.calls.isEmpty { end(flight, .failure(.cancelled), now: now) }
  }

  private mutating func end(_ flight: Flight, _ outcome: Outcome, now: Instant) {
    if flight.state == .sent, flight.ticket != nil { actions.append(.abort(flight)) }
    settle(flight, outcome, now: now)
    leaveQueue(flight)
    flight.state = .ended
    flights[flight.request] = nil
    let outcome = outcome.map { response in
      var response = response
      response.attempts = flight.attempt
      return response
    }
    for id in flight.calls {
      if let (call, _) = calls.removeValue(forKey: id) { actions.append(.finish(call, outcome)) }
    }
  }

  private mutating func enqueue(_ flight: Flight) {
    flight.state = .queued
    queuedCount += 1
    for client in flight.clients { addPlace(flight, client) }
  }

  private mutating func addPlace(_ flight: Flight, _ client: String) {
    let place = Place(flight, client)
    flight.places.append(place)
    queue.append(place)
  }

  private mutating func leaveQueue(_ flight: Flight) {
    if !flight.places.isEmpty { queuedCount -= 1 }
    for place in flight.places where place.isWaiting {
      place.isWaiting = false
      queue.didLeave(place)
    }
    flight.places = []
  }
}
