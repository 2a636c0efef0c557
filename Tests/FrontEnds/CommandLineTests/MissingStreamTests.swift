import Platform
import TestSupport
import Testing

/// Programs that are started without standard streams, so that the files that they open could get the numbers of these streams.
@Suite struct MissingStreamTests {
  /// Runs a command line of a shell with the programs of this build.
  private func shell(_ command: String, in sandbox: Sandbox) async throws -> RunningProcess {
    let process = try await RunningProcess.start(
      "/bin/sh", ["-c", command], environment: sandbox.environment, keeping: sandbox.directory)
    process.closeInput()
    return process
  }

  @Test(arguments: [
    "holocron version <&- >&-", "holocron version >&-", "holocron-origin --port 0 <&- >&-", "holocron-tui --version <&- >&-",
  ])
  func `output without standard output is an error`(command: String) async throws {
    let process = try await shell(command, in: try Sandbox())
    try await process.ends(.exited(1))
    #expect(process.errors.contains("cannot write to standard output: Bad file descriptor"), "\(process.errors)")
  }

  @Test func `standard input that is missing has no lines`() async throws {
    let sandbox = try Sandbox()
    try await CommandLineProcessTests.serving(sandbox) {
      let process = try await shell("holocron quiz --timeout 120 <&-", in: sandbox)
      try await process.ends(.exited(0))
      #expect(process.output.contains("1 of "), "\(process.output)")
    }
  }

  @Test func `a program without any standard stream ends`() async throws {
    let process = try await shell("holocron version <&- >&- 2>&-; echo $?", in: try Sandbox())
    try await process.ends(.exited(0))
    #expect(process.output == "1\n")
  }
}
