import Platform
import TestSupport
import Testing

struct BenchmarkTests {
  /// Otherwise the processes of a benchmark that is killed would run for ever.
  @Test(arguments: ["proxy", "echo", "worker"]) func `a process of a benchmark ends with its parent`(role: String) async throws {
    let sandbox = try Sandbox()
    let endpoints = ["front", "back"].prefix(role == "proxy" ? 2 : 1).map { "ipc://\(sandbox.directory.file($0))" }
    let process = try await sandbox.start("holocron-bench", arguments: ["role", role] + endpoints)
    process.closeInput()
    try await process.ends(.exited(0))
  }
}
