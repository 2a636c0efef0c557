import Contracts
import DequeModule
import HeapModule
import MessageBus
import OrderedCollections

/// The GETs to one origin, from the call to its result. Pure: time and jitter are arguments, and ``HTTPFetcher`` performs the actions.
///
/// A flight is a request with the calls that wait for its response, so a document is requested once however many ask for it. A call ends at
/// its deadline; a flight ends with its last call, and ``HTTPSettings/requestTimeout`` after it was first sent.
///
/// | state | ends |
/// |---|---|
/// | queued | when one of its clients has its turn and a permit, and the maximum rate allows a request: sent, or answered without the origin (``OriginControl``) |
/// | sent | with the response: redirected, pausing before a retry, or finished |
/// | redirected | as soon as the maximum rate allows another request: sent; the permit is kept |
/// | pausing | after the delay of the retry policy: queued |
struct FetchMachine {
  typealias Instant = ContinuousClock.Instant
  typealias Outcome = Result<HTTPResponse, OriginError>

  enum Action: Sendable {
    /// Send the request of a flight, and call ``receive(_:of:jitter:now:)`` with the outcome.
    case send(UInt64, HTTPRequest)
    /// Abort the request of a flight.
    case abort(UInt64)
    /// Count a retry.
    case countRetry
    /// End a call.
    case finish(UInt64, Outcome)
  }

  private enum State {
    case queued, sent, redirected, pausing, ended
  }

  private final class Flight {
    /// The ID of the call that started the flight.
    let id: UInt64
    /// The request of the calls; ``request`` differs from it after a redirect.
    let original: HTTPRequest
    var request: HTTPRequest
    var state = State.queued
    var calls: Set<UInt64> = []
    var clients: OrderedSet<String> = []
    /// A place in the line of each client while queued.
    var places: [Place] = []
    var attempt: Int
    var redirects = 0
    /// The latest deadline of a call.
    var deadline: Instant
    /// `nil` before the first attempt is sent.
    var requestDeadline: Instant?
    /// The request at the origin, and the client whose permit it uses.
    var ticket: (control: OriginControl.Ticket, client: String)?
    /// The start of a pause, and the time spent redirected, in which nothing was at the origin.
    var pausedAt: Instant
    var waited = Duration.zero
    /// The end of a pause before a retry.
    var retryAt: Instant

    init(_ id: UInt64, _ request: HTTPRequest, attempt: Int, deadline: Instant) {
      self.id = id
      original = request
      self.request = request
      self.attempt = attempt
      self.deadline = deadline
      (pausedAt, retryAt) = (deadline, deadline)
    }

    var end: Instant { min(deadline, requestDeadline ?? deadline) }
  }

  /// A flight's place in the line of one of its clients.
  private final class Place: FairQueueItem {
    let flight: Flight
    let flow: String
    let byteCount = 0
    var isWaiting = true

    init(_ flight: Flight, _ client: String) { (self.flight, flow) = (flight, client) }
  }

  private struct Call {
    let flight: Flight
    let deadline: Instant
  }

  /// A time at which the call or the flight `id` may have something to do.
  private struct Alarm: Comparable {
    let time: Instant
    let id: UInt64

    static func < (one: Self, other: Self) -> Bool { one.time < other.time }
  }

  private(set) var control: OriginControl
  private let settings: HTTPSettings
  /// The origin's name in messages.
  private let origin: String
  private var permits: PermitShares
  private var rate: RequestRate
  private var queue = FairQueue<Place>()
  private var redirected: Deque<Flight> = []
  private var calls: [UInt64: Call] = [:]
  private var flights: [UInt64: Flight] = [:]
  private var flightIDs: [HTTPRequest: UInt64] = [:]
  private var alarms = Heap<Alarm>()
  private var actions: [Action] = []
  /// Number of queued flights.
  private(set) var queuedCount = 0
  /// Number of calls so far that waited for the origin.
  private(set) var joinCount = 0

  init(_ settings: HTTPSettings, origin: String, start: Instant = .now) {
    (self.settings, self.origin) = (settings, origin)
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

  /// Starts the call `id`, which must be a new number.
  ///
  /// - Parameter attempts: the number of requests already sent for it, which count towards the retries.
  mutating func ask(
    _ id: UInt64, _ request: HTTPRequest, client: String, deadline: Instant, afterAttempts attempts: Int = 0, now: Instant
  ) {
    if let answer = control.refusal(now: now) { return actions.append(.finish(id, answer)) }
    guard rate.delay(now: now) < now.duration(to: deadline) else {
      return actions.append(.finish(id, .failure(.callerTimeout(origin, wasSent: false))))
    }
    joinCount += 1
    let flight = flightIDs[request].flatMap { flights[$0] } ?? Flight(id, request, attempt: attempts + 1, deadline: deadline)
    flight.calls.insert(id)
    flight.deadline = max(flight.deadline, deadline)
    calls[id] = Call(flight: flight, deadline: deadline)
    setAlarm(id, deadline)
    let isNewClient = flight.clients.append(client).inserted
    if flight.id == id {
      flights[id] = flight
      flightIDs[request] = id
      enqueue(flight)
    } else if isNewClient, flight.state == .queued {
      addPlace(flight, client)
    }
    admit(now: now)
  }

  /// Ends the call `id`, unless it has ended.
  mutating func cancel(_ id: UInt64, now: Instant) {
    leave(id, OriginError(.cancelled, "the request was cancelled"), now: now)
    admit(now: now)
  }

  /// Ends all calls.
  mutating func cancelAll(now: Instant) {
    for id in Array(calls.keys) { leave(id, OriginError(.cancelled, "the request was cancelled"), now: now) }
  }

  /// Handles the outcome of the request of the flight `id`.
  ///
  /// - Parameter jitter: at least 0 and below 1.
  mutating func receive(_ outcome: Outcome, of id: UInt64, jitter: Double, now: Instant) {
    guard let flight = flights[id], flight.state == .sent else { return }
    var outcome = outcome
    if case .success(var response) = outcome {
      if [301, 302, 303, 307, 308].contains(response.status) {
        do throws(OriginError) {
          guard let answer = try redirect(flight, response, now: now) else { return admit(now: now) }
          outcome = answer
        } catch { outcome = .failure(error) }
      } else if flight.redirects > 0 {
        response.redirectedTo = flight.request.url
        outcome = .success(response)
      }
    }
    conclude(flight, outcome, jitter: jitter, now: now)
    admit(now: now)
  }

  var alarmCount: Int { alarms.count }

  /// The time of the next call of ``tick(now:)``.
  func nextTick(now: Instant) -> Instant? {
    let delay = rate.delay(now: now)
    // Without a delay, what waits now waits for permits.
    let isDelayed = delay > .zero && (!redirected.isEmpty || (!queue.isEmpty && permits.free > 0))
    return [alarms.min?.time, isDelayed ? now + delay : nil].compactMap(\.self).min()
  }

  mutating func tick(now: Instant) {
    // Also passes over the alarms of what has ended.
    while let alarm = alarms.min, alarm.time <= now || !isLive(alarm) {
      alarms.removeMin()
      if let call = calls[alarm.id], call.deadline <= now {
        leave(alarm.id, .callerTimeout(origin, wasSent: call.flight.requestDeadline != nil), now: now)
      }
      guard let flight = flights[alarm.id] else { continue }
      if let limit = flight.requestDeadline, limit <= now {
        end(flight, .failure(OriginError(.timedOut, "\(origin) did not answer in time")), now: now)
      } else if flight.state == .pausing, flight.retryAt <= now {
        enqueue(flight)
      }
    }
    admit(now: now)
  }
}

extension FetchMachine {
  /// Sends what the permits and the maximum rate allow.
  private mutating func admit(now: Instant) {
    while let flight = redirected.first {
      if flight.state == .redirected {
        guard rate.delay(now: now) == .zero else { break }
        flight.waited += flight.pausedAt.duration(to: now)
        transmit(flight, now: now)
      }
      redirected.removeFirst()
    }
    // While the origin must not be asked, all are told so at once.
    while permits.free > 0, rate.delay(now: now) == .zero || control.refusal(now: now) != nil,
      let place = queue.popFirst(where: { permits.isAvailable(to: $0) })
    {
      let flight = place.flight
      place.isWaiting = false
      leaveQueue(flight)
      let isFirst = flight.attempt == 1
      let decision = control.send(
        for: flight.original.url.hashValue, isFirstAttempt: isFirst, within: now.duration(to: flight.deadline), now: now)
      switch decision {
      case .answer(let outcome): end(flight, outcome, now: now)
      case .send(let ticket):
        _ = permits.take(for: place.flow)
        flight.ticket = (ticket, place.flow)
        if flight.requestDeadline == nil {
          flight.requestDeadline = now + settings.requestTimeout
          setAlarm(flight.id, now + settings.requestTimeout)
        }
        transmit(flight, now: now)
      }
    }
  }

  private mutating func transmit(_ flight: Flight, now: Instant) {
    rate.take(now: now)
    flight.state = .sent
    actions.append(.send(flight.id, flight.request))
  }

  /// Follows a redirect. Returns the answer if the origin must not be asked; throws if the redirect leads to another server, or too far.
  private mutating func redirect(_ flight: Flight, _ response: HTTPResponse, now: Instant) throws(OriginError) -> Outcome? {
    guard let target = response.redirectTarget else {
      throw OriginError(.redirected, "\(origin) sent a redirect without a valid location", status: response.status)
    }
    guard target.isSameOrigin(as: flight.request.url) else {
      throw OriginError(
        .redirected, "\(origin) redirects to another server, \(target): to use that server, select it with --origin",
        status: response.status)
    }
    guard flight.redirects < settings.maxRedirects else {
      throw OriginError(.redirected, "\(origin) redirected more than \(settings.maxRedirects) times")
    }
    if let answer = control.refusal(isRedirect: true, now: now) { return answer }
    // The maximum rate limits all requests, and this is another one. The origin is not to blame for it.
    guard rate.delay(now: now) < now.duration(to: flight.end) else {
      throw .callerTimeout(message: "\(origin) did not answer in time: its redirect would exceed the maximum rate", wasSent: true)
    }
    flight.redirects += 1
    flight.request.url = target
    (flight.state, flight.pausedAt) = (.redirected, now)
    redirected.append(flight)
    return nil
  }

  /// Ends an attempt: the flight pauses before a retry, or ends.
  private mutating func conclude(_ flight: Flight, _ outcome: Outcome, jitter: Double, now: Instant) {
    settle(flight, outcome, now: now)
    let delay = settings.retry.delay(after: outcome, attempt: flight.attempt, timeLeft: now.duration(to: flight.end), jitter: jitter)
    guard let delay, control.takeRetry(now: now) else { return end(flight, outcome, now: now) }
    actions.append(.countRetry)
    flight.attempt += 1
    (flight.request, flight.redirects) = (flight.original, 0)
    (flight.state, flight.retryAt) = (.pausing, now + delay)
    setAlarm(flight.id, flight.retryAt)
  }

  /// Gives back the permit of an attempt that has ended, and learns from the outcome.
  private mutating func settle(_ flight: Flight, _ outcome: Outcome, now: Instant) {
    guard let (ticket, client) = flight.ticket else { return }
    if flight.state == .redirected { flight.waited += flight.pausedAt.duration(to: now) }
    control.finish(ticket, outcome, waited: flight.waited, now: now)
    (flight.ticket, flight.waited) = (nil, .zero)
    permits.giveBack(client)
    if control.limit != permits.count { permits.resize(control.limit) }
  }

  /// Ends a call before its flight. The last one ends the flight.
  private mutating func leave(_ id: UInt64, _ error: OriginError, now: Instant) {
    guard let flight = calls.removeValue(forKey: id)?.flight else { return }
    actions.append(.finish(id, .failure(error)))
    flight.calls.remove(id)
    if flight.calls.isEmpty { end(flight, .failure(OriginError(.cancelled, "the request was cancelled")), now: now) }
  }

  private mutating func end(_ flight: Flight, _ outcome: Outcome, now: Instant) {
    if flight.state == .sent, flight.ticket != nil { actions.append(.abort(flight.id)) }
    settle(flight, outcome, now: now)
    leaveQueue(flight)
    flight.state = .ended
    flights[flight.id] = nil
    flightIDs[flight.original] = nil
    let outcome = outcome.counting(flight.attempt)
    for id in flight.calls {
      calls[id] = nil
      actions.append(.finish(id, outcome))
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

  private mutating func setAlarm(_ id: UInt64, _ time: Instant) {
    alarms.insert(Alarm(time: time, id: id))
    // Alarms of what has ended leave when they pass. Deadlines far ahead must not pile up until then.
    guard alarms.count > 4 * (calls.count + flights.count) + 1_024 else { return }
    alarms = Heap(alarms.unordered.filter(isLive))
  }

  private func isLive(_ alarm: Alarm) -> Bool { calls[alarm.id] != nil || flights[alarm.id] != nil }
}

extension FetchMachine.Outcome {
  /// The outcome with the number of requests it took.
  fileprivate func counting(_ attempts: Int) -> Self {
    switch self {
    case .success(var response):
      response.attempts = attempts
      return .success(response)
    case .failure(var error):
      error.attempts = attempts
      return .failure(error)
    }
  }
}
