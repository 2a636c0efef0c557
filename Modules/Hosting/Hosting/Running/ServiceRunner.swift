import Glibc
import Logging
import ServiceLifecycle
import Synchronization

/// Runs services until one ends, one fails, or a stop is asked for. The first request drains: each service finishes what it holds, the last one started first.
/// The second one stops at once.
struct ServiceRunner: Sendable {
  private let group: ServiceGroup
  private let logger: Logger
  private let stopLimit: Duration
  private let leave: @Sendable (Int32) -> Void
  /// How long cancelled services may tidy up before the process ends without them.
  private static let tidyTime = Duration.seconds(1)

  /// `leave` ends the process when services ignore that they are cancelled.
  init(
    _ services: [any Service], logger: Logger, stopLimit: Duration, leave: @escaping @Sendable (Int32) -> Void = { _exit($0) }
  ) {
    var quiet = logger
    // What the group tells at debug and info says little to the person who runs one service; errors come back as errors.
    quiet.logLevel = max(logger.logLevel, .warning)
    var configuration = ServiceGroupConfiguration(
      services: services.map {
        .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup, failureTerminationBehavior: .gracefullyShutdownGroup)
      }, logger: quiet)
    configuration.maximumGracefulShutdownDuration = stopLimit
    group = ServiceGroup(configuration: configuration)
    self.logger = logger
    self.stopLimit = stopLimit
    self.leave = leave
  }

  /// The exit code of the process.
  func run(until requests: AsyncStream<StopRequest>) async -> Int32 {
    let cut = Cut()
    let work = Task { try await group.run() }
    let watcher = Task { await watch(requests, work, cut) }
    defer { watcher.cancel() }
    do {
      try await work.value
      return cut.exitCode ?? 0
    } catch {
      if let code = cut.exitCode { return code }
      if error is CancellationError {
        logger.warning("stopped before everything was finished", metadata: ["limit": "\(DurationText.text(stopLimit))"])
      } else {
        logger.error("a service failed", metadata: ["error": "\(error)"])
      }
      return HostError(startup: error).code.exitCode
    }
  }

  private func watch(_ requests: AsyncStream<StopRequest>, _ work: Task<Void, any Error>, _ cut: Cut) async {
    var isStopping = false
    for await request in requests {
      guard !isStopping else {
        logger.notice("stopping at once", metadata: ["reason": "\(request)"])
        cut.set(request.exitCode)
        work.cancel()
        endLater(request.exitCode, after: Self.tidyTime)
        continue
      }
      isStopping = true
      logger.info("stopping", metadata: ["reason": "\(request)"])
      await group.triggerGracefulShutdown()
      endLater(HostError.Code.failed.exitCode, after: stopLimit + Self.tidyTime)
    }
  }

  /// The last resort against a service that ignores being cancelled.
  private func endLater(_ code: Int32, after time: Duration) {
    Task.detached {
      try? await Task.sleep(for: time)
      leave(code)
    }
  }

  /// The exit code a second signal asked for.
  private final class Cut: Sendable {
    private let code = Mutex<Int32?>(nil)

    var exitCode: Int32? { code.withLock { $0 } }
    func set(_ value: Int32) { code.withLock { $0 = value } }
  }
}
