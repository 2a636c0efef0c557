import Logging
import MessageBus
import Platform
public import ServiceLifecycle
import Synchronization
import Text
import UnixSignals

/// A request to this process to stop.
struct StopRequest: Sendable, Hashable {
  let reason: String
  /// The exit code after a forced stop; for a signal, 128 and its number, as shells report it.
  let exitCode: Int32

  static func signal(_ signal: UnixSignal) -> StopRequest { StopRequest(reason: "\(signal)", exitCode: 128 + signal.rawValue) }
  /// End of file on standard input: the parent has gone away.
  static let lifeline = StopRequest(reason: "standard input closed", exitCode: HostError.Code.failed.exitCode)

  /// Returns the requests in the order received. From now on, SIGTERM, SIGINT and SIGHUP do not end the process by themselves; a SIGHUP that it
  /// ignores from the start, as under nohup(1), stays ignored. Throws ``HostErrorCode/unavailable`` if no thread can be started.
  static func all(watchingLifeline: Bool) async throws(HostError) -> AsyncStream<StopRequest> {
    let (stream, continuation) = AsyncStream.makeStream(of: StopRequest.self)
    let hangUp: [UnixSignal] = Signal.hangUp.isIgnored ? [] : [.sighup]
    let signals = await UnixSignalsSequence(trapping: [.sigterm, .sigint] + hangUp)
    Task { for await signal in signals { continuation.yield(.signal(signal)) } }
    guard watchingLifeline else { return stream }
    // The parent holds the other end of the pipe and writes nothing; the kernel closes it however the parent ends, SIGKILL included. A sleeping
    // thread waits, since a dispatch source that is cancelled while its pipe is closed can crash libdispatch. PR_SET_PDEATHSIG would send its
    // signal when the thread that started this process ends, even if the parent runs on.
    do {
      try BackgroundThread.start {
        while let input = try? StandardStream.input.read(upTo: 256), !input.isEmpty {}
        continuation.yield(.lifeline)
      }
    } catch { throw HostError(.unavailable, "cannot watch standard input: \(error.reason)", cause: error) }
    return stream
  }
}

/// Runs services until one of them returns or fails, or a stop is requested. The first request drains: services finish their in-flight work,
/// in reverse starting order. The second request stops at once.
struct ServiceRunner: Sendable {
  let logger: Logger
  let stopLimit: Duration
  /// Called with an error for the user that ends the services, such as a port in use.
  let report: @Sendable (HostError) -> Void
  /// Called when the services begin to stop.
  var reportStopping: @Sendable () -> Void = {}
  /// Ends the process if services ignore cancellation.
  var exit: @Sendable (Int32) -> Void = { OwnProcess.exitAtOnce($0) }

  /// The time cancelled services have to clean up before the process exits.
  private static let cleanupTime = Duration.seconds(1)

  /// Runs the services and returns the exit code of the process.
  func run(_ services: [any Service], until requests: AsyncStream<StopRequest>) async -> Int32 {
    var quiet = logger
    // The group's messages are of little use for a single service; its errors are thrown.
    quiet.logLevel = .critical
    var configuration = ServiceGroupConfiguration(
      services: services.map {
        .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup, failureTerminationBehavior: .gracefullyShutdownGroup)
      }, logger: quiet)
    configuration.maximumGracefulShutdownDuration = stopLimit
    let group = ServiceGroup(configuration: configuration)
    let forcedExit = Mutex<Int32?>(nil)
    let work = Task { try await group.run() }
    let watcher = Task {
      var isStopping = false
      for await request in requests {
        logger.log(
          level: isStopping ? .notice : .info, isStopping ? "stopping at once" : "stopping", metadata: ["reason": "\(request.reason)"])
        if isStopping {
          forcedExit.withLock { $0 = request.exitCode }
          work.cancel()
          exitLater(request.exitCode, after: Self.cleanupTime)
        } else {
          isStopping = true
          reportStopping()
          await group.triggerGracefulShutdown()
          exitLater(HostError.Code.failed.exitCode, after: stopLimit + Self.cleanupTime)
        }
      }
    }
    defer { watcher.cancel() }
    do {
      try await work.value
      return forcedExit.withLock(\.self) ?? 0
    } catch {
      if let code = forcedExit.withLock(\.self) { return code }
      switch error {
      case is CancellationError:
        logger.warning("stopped before in-flight work was finished", metadata: ["limit": "\(DurationText.format(stopLimit))"])
      case is HostError, is BusError: report(HostError(startup: error))
      default: logger.error("service failed", metadata: ["error": "\(error)"])
      }
      return HostError(startup: error).code.exitCode
    }
  }

  /// Exits after `time`, in case a service ignores cancellation.
  private func exitLater(_ code: Int32, after time: Duration) {
    Task.detached {
      try? await Task.sleep(for: time)
      exit(code)
    }
  }
}

extension Host {
  /// Returns a service that runs `body`. When `body` returns, the process stops gracefully; when the process is asked to stop, the task of `body`
  /// is cancelled.
  public func background(_ body: @escaping @Sendable () async throws -> Void) -> any Service { BackgroundRunner(body: body) }

  /// Returns a service that stops the process gracefully when `broker` has been idle for `limit`; `.zero` means never.
  public func idleShutdown(of broker: BrokerRunner, after limit: Duration) -> any Service {
    let logger = logger
    return background {
      while true {
        let statistics = broker.broker.statistics
        let idle = statistics.lastRequest.duration(to: .now)
        guard let time = Self.nextIdleCheck(limit: limit, idleFor: idle, listeners: statistics.listeners) else { break }
        logger.debug("checked for listeners", metadata: ["listeners": "\(statistics.listeners)"])
        try await Task.sleep(for: time)
      }
      logger.info("idle timeout reached", metadata: ["idle": "\(DurationText.format(limit))"])
    }
  }

  /// Returns when to check again whether a broker that was started on demand is idle, or `nil` if it stops now: after `limit` without requests,
  /// while no other process subscribes to events. `listeners` counts connections from other processes, not the services in the broker's own. Pure.
  static func nextIdleCheck(limit: Duration, idleFor time: Duration, listeners: Int) -> Duration? {
    guard limit > .zero else { return .seconds(86_400) }
    if listeners > 0 { return max(limit / 10, .milliseconds(100)) }
    return time >= limit ? nil : limit - time
  }
}

private struct BackgroundRunner: Service {
  let body: @Sendable () async throws -> Void

  func run() async throws {
    let body = body
    // Cancellation is the normal end: the process was asked to stop.
    do { try await cancelWhenGracefulShutdown { try await body() } } catch is CancellationError {}
  }
}
