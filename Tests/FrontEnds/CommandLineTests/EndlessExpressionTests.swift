import MessageBus
import Platform
import Presentation
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

  @Test func `a value that is finished in time is not watched any longer`() async throws {
    let (hangs, hang) = AsyncStream.makeStream(of: String.self)
    let finished = JQWatchdog(timeout: .zero) { hang.yield("finished") }
    finished.begin()
    finished.finish()
    // Begins later, so that a hang of the other one would be noticed before.
    let endless = JQWatchdog(timeout: .zero) { hang.yield("endless") }
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
