import MessageBus
import OrderedJSON
import Platform
import Presentation
import TestSupport
import Testing

@testable import CommandLine

/// `--jq` with expressions at which libjq ends its process, and with functions that need more than the value.
@Suite struct FailingExpressionTests {
  private func run(_ expression: String, _ variables: [String: String] = [:]) async throws -> RunningProcess {
    let sandbox = try Sandbox()
    let process = try await RunningProcess.start(
      ProductsDirectory.executable("holocron"), ["schema", "people", "--timeout", "600", "--jq", expression],
      environment: sandbox.environment.merging(variables) { $1 }, keeping: sandbox.directory)
    process.closeInput()
    return process
  }

  @Test(arguments: [
    ("1e18 | todate", "libjq crashed"), ("[1] | .[1e9] = 1 | length", "too much memory"), ("def f: 1 + f; f", "too much memory"),
    ("input", "--jq: "),
  ])
  func `an expression that ends libjq is an error`(expression: String, message: String) async throws {
    let process = try await run(expression)
    try await process.ends(.exited(ExitCode.failure.number))
    #expect(process.errors.contains(message), "\(process.errors)")
    #expect(process.output.isEmpty)
  }

  /// glibc fills memory with the value of the variable, so that pointers that are not initialized lead nowhere.
  @Test(arguments: [
    (".title | debug", "People\n", "[\"DEBUG:\",\"People\"]\n"), (".title | debug | length", "6\n", "[\"DEBUG:\",\"People\"]\n"),
    (".title | stderr", "People\n", "\"People\"\n"), ("[inputs]", "[]\n", ""), ("input_line_number", "0\n", ""),
    ("input_filename", "null\n", ""), ("get_search_list | type", "array\n", ""), ("$__loc__.line", "1\n", ""),
    ("env.VALUE", "y\n", ""), ("now | type", "number\n", ""), ("1, halt", "1\n", ""),
  ])
  func `functions beside the value work`(expression: String, output: String, errors: String) async throws {
    let process = try await run(expression, ["MALLOC_PERTURB_": "165", "VALUE": "y"])
    try await process.ends(.exited(0))
    #expect(process.output == output)
    // From version 1.7 on, libjq writes a string without quotation marks.
    #expect(process.errors == errors || expression.hasSuffix("stderr") && process.errors == "People\n")
  }

  @Test(arguments: [("debug", 0, ""), ("stderr", 0, ""), ("halt_error", 1, "People")] as [(String, Int32, String)])
  func `with --quiet, only errors of an expression are printed`(function: String, code: Int32, error: String) async throws {
    let sandbox = try Sandbox()
    let process = try await RunningProcess.start(
      ProductsDirectory.executable("holocron"), ["schema", "people", "-q", "--timeout", "600", "--jq", ".title | \(function)"],
      environment: sandbox.environment, keeping: sandbox.directory)
    process.closeInput()
    try await process.ends(.exited(code))
    #expect(error.isEmpty ? process.errors.isEmpty : process.errors.contains(error), "\(process.errors)")
  }

  @Test(arguments: ["include \"x\"; .", "import \"x\" as x; ."])
  func `a module that does not exist is a mistake in the expression`(expression: String) async throws {
    let process = try await run(expression)
    try await process.ends(.exited(ExitCode.usage.number))
    #expect(process.errors.contains("module not found: x"), "\(process.errors)")
  }

  @Test func `a value after one that ended libjq has its results`() throws {
    let filter = try JQFilter("if . == 1 then 1e18 | todate else . end", timeout: .seconds(600))
    #expect(filter.results(of: 1) == [])
    #expect(filter.failure?.title == "jq failed")
    #expect(filter.results(of: 2) == [2])
  }
}
