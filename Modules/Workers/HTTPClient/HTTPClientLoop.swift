import CCurl
import DequeModule
import Platform
import Synchronization

/// The thread of an ``HTTPClient``: owns the connections (a `curl_multi`), and waits for all of them with epoll(7).
///
/// `@unchecked`: the thread alone uses the members that are not synchronised.
final class HTTPClientLoop: @unchecked Sendable {
  enum Work: Sendable {
    case start(HTTPClientCall)
    case cancel(UInt64)
    case alarm(ContinuousClock.Instant, @Sendable () -> Void)
    case run(@Sendable () -> Void)
    case close(@Sendable () -> Void)
  }

  private struct Inbox {
    var work: [Work] = []
    /// Whether the thread must be woken.
    var isAsleep = false
    /// Whether the thread has ended.
    var isClosed = false
  }

  private let inbox = Mutex(Inbox())
  private let settings: HTTPClient.Settings
  private let multi: UnsafeMutableRawPointer
  /// The descriptors of epoll and of the event that wakes the thread.
  private let poller, waker: Int32
  /// When libcurl wants to be called although no socket is ready, and the alarm of the client's user.
  private var wakeAt: ContinuousClock.Instant?
  private var alarm: (time: ContinuousClock.Instant, action: @Sendable () -> Void)?
  /// What epoll watches the sockets of connections for, and whether libcurl has asked for nothing.
  private var registrations: [Int32: (events: Int32, isIdle: Bool)] = [:]
  private var transfers: [UInt64: HTTPTransfer] = [:]
  private var idle: [HTTPTransfer] = []
  private var waiting: Deque<HTTPClientCall> = []
  private var closing: [@Sendable () -> Void] = []

  init(_ settings: HTTPClient.Settings) throws(HTTPClientError) {
    self.settings = settings
    guard holocron_curl_load(), let multi = holocron_curl_multi_init() else {
      throw HTTPClientError(.system, "libcurl 7.87 or later cannot be loaded: install it (Debian: libcurl4)")
    }
    self.multi = multi
    (poller, waker) = (epoll_create1(Int32(EPOLL_CLOEXEC)), eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)))
    guard poller >= 0, waker >= 0 else {
      throw HTTPClientError(.system, "no file descriptors are left for the HTTP client")
    }
    holocron_epoll_set(poller, waker, CURL_POLL_IN)
    holocron_curl_watch(
      multi, max(1, settings.connections),
      { _, socket, what, owner, _ in
        owner.map { Unmanaged<HTTPClientLoop>.fromOpaque($0).takeUnretainedValue().watch(socket, what) }
        return 0
      },
      { _, milliseconds, owner in
        owner.map {
          Unmanaged<HTTPClientLoop>.fromOpaque($0).takeUnretainedValue().wakeAt =
            milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
        }
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    do { try BackgroundThread.start { self.run() } } catch {
      throw HTTPClientError(.system, "cannot start a thread: \(error.reason)", cause: error)
    }
  }

  deinit { releaseDescriptors() }

  /// - Parameter wakes: whether to wake the thread if it sleeps; if not, ``wake()`` must follow.
  func add(_ work: Work, wakes: Bool = true) {
    let isClosed = inbox.withLock { inbox in
      if !inbox.isClosed { inbox.work.append(work) }
      return inbox.isClosed
    }
    if wakes { wake() }
    guard isClosed else { return }
    switch work {
    // Not at once: the caller may hold a lock that the completion needs.
    case .start(let call): Task { call.completion(.failure(Self.closedError)) }
    case .cancel, .alarm: break
    case .run(let action), .close(let action): action()
    }
  }

  /// Wakes the thread if it sleeps. Outside the lock, which it takes first.
  func wake() {
    let isAsleep = inbox.withLock { inbox in
      defer { inbox.isAsleep = false }
      return inbox.isAsleep
    }
    if isAsleep { eventfd_write(waker, 1) }
  }

  private static let closedError = HTTPClientError(.cancelled, "the client is closed")

  private func run() {
    holocron_curl_name_thread("http-client")
    var batch: [Work] = []
    var events = Array(repeating: epoll_event(), count: 256)
    while true {
      // Work that other work has added comes first, up to a limit, because it is often the continuation of a response.
      var rounds = 0
      repeat {
        batch.removeAll(keepingCapacity: true)
        inbox.withLock { inbox in
          swap(&inbox.work, &batch)
          inbox.isClosed = batch.isEmpty && !closing.isEmpty
        }
        for work in batch { perform(work) }
        rounds += 1
      } while !batch.isEmpty && rounds < 8
      if batch.isEmpty, !closing.isEmpty { break }
      startWaiting()
      if let wakeAt, wakeAt <= .now {
        callCurl(CURL_SOCKET_TIMEOUT, 0)
        // A response may have arrived already.
        finishTransfers()
      }
      if let alarm, alarm.time <= .now {
        self.alarm = nil
        alarm.action()
      }
      wait(&events)
    }
    idle = []
    holocron_curl_multi_cleanup(multi)
    for completion in closing { completion() }
  }

  private func releaseDescriptors() {
    for descriptor in [poller, waker] where descriptor >= 0 { CCurl.close(descriptor) }
  }

  /// Waits until a socket is ready, work is added or libcurl's time has come, and lets libcurl read and write.
  private func wait(_ events: inout [epoll_event]) {
    let blocks = inbox.withLock { inbox in
      inbox.isAsleep = inbox.work.isEmpty && closing.isEmpty
      return inbox.isAsleep
    }
    var milliseconds = blocks ? -1.0 : 0
    if blocks, let next = [wakeAt, alarm?.time].compactMap(\.self).min() {
      milliseconds = max(0, (ContinuousClock.now.duration(to: next) / .milliseconds(1)).rounded(.up))
    }
    let count = epoll_wait(poller, &events, Int32(events.count), Int32(min(milliseconds, 1e9)))
    if blocks { inbox.withLock { $0.isAsleep = false } }
    for index in 0..<Int(max(0, count)) {
      let socket = events[index].data.fd
      if socket == waker {
        var value: eventfd_t = 0
        eventfd_read(waker, &value)
      } else if let registered = registrations[socket], registered.isIdle {
        // libcurl looks at the connection when it is used again.
        holocron_epoll_set(poller, socket, CURL_POLL_REMOVE)
        registrations[socket] = (CURL_POLL_NONE, true)
      } else {
        callCurl(socket, holocron_curl_events(events[index].events))
      }
    }
    finishTransfers()
  }

  /// Watches a socket as libcurl asks for. That of a connection without a request stays registered, since the next request mostly comes before
  /// anything arrives.
  private func watch(_ socket: Int32, _ what: Int32) {
    guard let registered = registrations[socket] else { return holocron_epoll_set(poller, socket, what) }
    let isIdle = what == CURL_POLL_REMOVE || what == CURL_POLL_NONE
    if !isIdle, registered.events != what { holocron_epoll_set(poller, socket, what) }
    registrations[socket] = (isIdle ? registered.events : what, isIdle)
  }

  /// Called with the socket of a connection when it is opened.
  func opened(_ socket: Int32) { registrations[socket] = (CURL_POLL_NONE, true) }

  /// Closes the socket of a connection, which epoll forgets then.
  func close(_ socket: Int32) {
    registrations[socket] = nil
    CCurl.close(socket)
  }

  private func callCurl(_ socket: Int32, _ events: Int32) {
    if socket == CURL_SOCKET_TIMEOUT { wakeAt = nil }
    var running: Int32 = 0
    holocron_curl_multi_socket_action(multi, socket, events, &running)
  }

  private func perform(_ work: Work) {
    switch work {
    case .start(let call):
      guard closing.isEmpty else { return call.completion(.failure(Self.closedError)) }
      waiting.append(call)
    case .cancel(let id):
      let error = HTTPClientError(.cancelled, "the request was cancelled")
      if let transfer = transfers[id] {
        end(transfer, .failure(error))
      } else if let index = waiting.firstIndex(where: { $0.id == id }) {
        waiting.remove(at: index).completion(.failure(error))
      }
    case .alarm(let time, let action): alarm = (time, action)
    case .run(let action): action()
    case .close(let completion):
      closing.append(completion)
      for call in waiting { call.completion(.failure(Self.closedError)) }
      waiting = []
      for transfer in transfers.values { end(transfer, .failure(Self.closedError)) }
    }
  }

  private func startWaiting() {
    while transfers.count < max(1, settings.connections), let call = waiting.popFirst() {
      guard let transfer = idle.popLast() ?? HTTPTransfer(settings, self) else {
        call.completion(.failure(HTTPClientError(.system, "no memory is left for a request")))
        continue
      }
      transfers[call.id] = transfer
      do throws(HTTPClientError) { try transfer.start(call, on: multi) } catch { end(transfer, .failure(error)) }
    }
  }

  private func finishTransfers() {
    var left: Int32 = 0
    while let message = holocron_curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else { continue }
      let result = message.pointee.data.result
      if let transfer = HTTPTransfer.of(easy) { end(transfer, transfer.result(result)) }
    }
    startWaiting()
  }

  private func end(_ transfer: HTTPTransfer, _ result: Result<HTTPClientResponse, HTTPClientError>) {
    guard let call = transfer.stop(on: multi) else { return }
    transfers[call.id] = nil
    if !call.request.onlyConnects, !(closing.isEmpty && idle.count >= 64) { idle.append(transfer) }
    call.completion(result)
  }
}
