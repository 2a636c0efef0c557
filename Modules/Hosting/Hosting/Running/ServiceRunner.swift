import Logging
import MessageBus
import Platform
import ServiceLifecycle
import Synchronization
import Text

/// Runs services until one of them returns or fails, or a stop is requested. The first request drains: services finish their in-flight work,
/// in reverse starting order. The second request stops at once.
struct ServiceRunner: Sendable {
  private let group: ServiceGroup
  private let logger: Logger
  private let stopLimit: Duration
  private let report: @Sendable (HostError) -> Void
  private let reportStopping: @Sendable () -> Void
  private let exit: @Sendable (Int32) -> Void
  private let forcedStop = ForcedStop()
  /// The time cancelled services have to clean up before the process exits.
  private static let cleanupTime = Duration.seconds(1)

  /// `report` is called with an error for the user that ends the services, such as a port in use, and `reportStopping` when the services
  /// begin to stop. `exit` ends the process if services ignore cancellation.
  init(
    _ services: [any Service], logger: Logger, stopLimit: Duration, report: @escaping @Sendable (HostError) -> Void,
    reportStopping: @escaping @Sendable () -> Void = {}, exit: @escaping @Sendable (Int32) -> Void = { OwnProcess.exitAtOnce($0) }
  ) {
    var quiet = logger
    // The group's debug and info messages are of little use for a single service; its errors are thrown.
    quiet.logLevel = max(logger.logLevel, .warning)
    var configuration = ServiceGroupConfiguration(
      services: services.map { [forcedStop] in
        .init(
          service: ForcibleService(service: $0, forcedStop: forcedStop), successTerminationBehavior: .gracefullyShutdownGroup,
          failureTerminationBehavior: .gracefullyShutdownGroup)
      }, logger: quiet)
    configuration.maximumGracefulShutdownDuration = stopLimit
    group = ServiceGroup(configuration: configuration)
    self.logger = logger
    self.stopLimit = stopLimit
    self.report = report
    self.reportStopping = reportStopping
    self.exit = exit
  }

  /// Runs the services and returns the exit code of the process.
  func run(until requests: AsyncStream<StopRequest>) async -> Int32 {
    let work = Task { try await group.run() }
    let watcher = Task { await watch(requests, work) }
    defer { watcher.cancel() }
    do {
      try await work.value
      return forcedStop.exitCode ?? 0
    } catch {
      if let code = forcedStop.exitCode { return code }
      switch error {
      case is CancellationError:
        logger.warning("stopped before in-flight work was finished", metadata: ["limit": "\(DurationText.format(stopLimit))"])
      case is HostError, is BusError: report(HostError(startup: error))
      default: logger.error("service failed", metadata: ["error": "\(error)"])
      }
      return HostError(startup: error).code.exitCode
    }
  }

  private func watch(_ requests: AsyncStream<StopRequest>, _ work: Task<Void, any Error>) async {
    var isStopping = false
    for await request in requests {
      guard !isStopping else {
        logger.notice("stopping at once", metadata: ["reason": "\(request)"])
        forcedStop.set(request.exitCode)
        work.cancel()
        exitLater(request.exitCode, after: Self.cleanupTime)
        continue
      }
      isStopping = true
      logger.info("stopping", metadata: ["reason": "\(request)"])
      reportStopping()
      await group.triggerGracefulShutdown()
      exitLater(HostError.Code.failed.exitCode, after: stopLimit + Self.cleanupTime)
    }
  }

  /// Exits after `time`, in case a service ignores cancellation.
  private func exitLater(_ code: Int32, after time: Duration) {
    Task.detached {
      try? await Task.sleep(for: time)
      exit(code)
    }
  }

  /// A service whose cancellation by a second stop request is no error: the group would log it as one.
  private struct ForcibleService: Service {
    let service: any Service
    let forcedStop: ForcedStop

    func run() async throws {
      do { try await service.run() } catch is CancellationError where forcedStop.exitCode != nil {}
    }
  }

  /// The exit code set by a second stop request.
  private final class ForcedStop: Sendable {
    private let code = Mutex<Int32?>(nil)

    var exitCode: Int32? { code.withLock { $0 } }
    func set(_ value: Int32) { code.withLock { $0 = value } }
  }
}
