import MessageBus
import Platform
import Presentation
import TestSupport
import Testing

@testable import CommandLine

/// `--jq` with expressions that never end, which only the end of their process stops.
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

  /// Results that come at once cost no waiting, nor do texts.
  @Test(arguments: ["repeat(1)", "def f: debug | f; f"])
  func `an expression without end that is never silent ends at the timeout`(expression: String) async throws {
    let process = try await start(["schema", "people", "--timeout", "0.2", "--jq", expression], in: try Sandbox())
    #expect(try await process.ending(within: .testLimit) == .exited(ExitCode.deadline.number))
    #expect(process.errors.contains("the expression takes too long"))
  }

  @Test func `errors of an expression without end are JSON on demand`() async throws {
    let process = try await start(["schema", "people", "--timeout", "0.2", "--json", "--jq", "def f: f; f"], in: try Sandbox())
    #expect(try await process.ending(within: .testLimit) == .exited(ExitCode.deadline.number))
    #expect(process.errors.hasPrefix("{"), "\(process.errors)")
  }

  @Test(arguments: [(Signal.interrupt, 130), (.terminate, 143)] as [(Signal, Int32)])
  func `a signal ends an expression without end`(signal: Signal, code: Int32) async throws {
    let process = try await start(["schema", "people", "--jq", "(1 | debug) as $x | def f: f; f"] + Sandbox.longTimeout, in: try Sandbox())
    try await process.line(on: .errors, containing: "DEBUG")
    process.send(signal)
    #expect(try await process.ending(within: .testLimit) == .exited(code))
    #expect(process.output.isEmpty)
  }

  @Test func `the time in which the process is stopped is not that of the expression`() {
    var spent = RunningTime()
    spent.add(.milliseconds(300))
    spent.add(.milliseconds(1_001))
    #expect(spent.total == .milliseconds(1_301))
    spent.add(.seconds(3_600))
    #expect(spent.total == .milliseconds(3_301))
  }
}
