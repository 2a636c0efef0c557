import MessageBus
import Platform
import Presentation
import Synchronization
import TestSupport
import Testing

@testable import CommandLine

/// `--jq` with expressions that never end, which libjq cannot interrupt.
@Suite struct EndlessExpressionTests {
  private static let expressions = ["def f: f; f", "last(repeat(1))", "1, last(repeat(1))"]

  private func start(_ words: [String], in sandbox: Sandbox) async throws -> RunningProcess {
    let process = try await RunningProcess.start(
      ProductsDirectory.executable("holocron"), words, environment: sandbox.environment, keeping: sandbox.directory)
    process.closeInput()
    return process
  }

  @Test(arguments: expressions) func `an expression without end ends at the timeout`(expression: String) async throws {
    let sandbox = try Sandbox()
    let process = try await start(["schema", "people", "--timeout", "0.2", "--jq", expression], in: sandbox)
    #expect(try await process.ending(within: .testLimit) == .exited(ExitCode.deadline.number))
    #expect(process.errors.contains("the expression takes too long"), "\(process.errors)")
    #expect(process.output.isEmpty)
  }

  @Test func `errors of an expression without end are JSON on demand`() async throws {
    let process = try await start(["schema", "people", "--timeout", "0.2", "--json", "--jq", "def f: f; f"], in: try Sandbox())
    #expect(try await process.ending(within: .testLimit) == .exited(ExitCode.deadline.number))
    #expect(process.errors.hasPrefix("{"), "\(process.errors)")
  }

  /// The expression is known to run when the process has used processor time for a while.
  @Test(arguments: [(Signal.interrupt, 130), (.terminate, 143)] as [(Signal, Int32)])
  func `a signal ends an expression without end`(signal: Signal, code: Int32) async throws {
    let process = try await start(["schema", "people", "--jq", "def f: f; f"], in: try Sandbox())
    try await eventually("the expression runs") { (ProcessorTime.seconds(ofProcess: process.pid) ?? 0) >= 0.3 }
    process.send(signal)
    #expect(try await process.ending(within: .testLimit) == .exited(code))
    #expect(process.output.isEmpty)
  }

  @Test func `the time in which the process is stopped is not that of the expression`() async throws {
    let (hangs, hang) = AsyncStream.makeStream(of: Int.self)
    let sleeps = Mutex(0)
    // The process is stopped for an hour in every sleep.
    let stopped: @Sendable (Duration) -> Duration = { _ in
      sleeps.withLock { $0 += 1 }
      return .seconds(3_600)
    }
    let watchdog = JQWatchdog(timeout: .seconds(16), sleep: stopped, onHang: { hang.yield(sleeps.withLock(\.self)) })
    watchdog.begin()
    let count = try await within(.testLimit, "a hang") { await hangs.first { _ in true } }
    // Two seconds count of each hour.
    #expect(count == 9)
    watchdog.close()
  }

  @Test func `a value that is finished in time is not watched any longer`() async throws {
    let (hangs, hang) = AsyncStream.makeStream(of: String.self)
    let finished = JQWatchdog(timeout: .zero, onHang: { hang.yield("finished") })
    finished.begin()
    finished.finish()
    // Begins later, so that a hang of the other one would be noticed before.
    let endless = JQWatchdog(timeout: .zero, onHang: { hang.yield("endless") })
    endless.begin()
    endless.finish()
    endless.begin()
    let first = try await within(.testLimit, "a hang") { await hangs.first { _ in true } }
    #expect(first == "endless")
    #expect(endless.isTimeOver)
    finished.close()
    endless.close()
  }
}
