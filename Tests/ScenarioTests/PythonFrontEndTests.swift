import Platform
import Synchronization
import TestSupport
import Testing

/// Runs the Python front-end and the subscriber in the guide.
///
/// Needs `python3` with venv and a package index with pyzmq; otherwise the test is skipped.
@Suite struct PythonFrontEndTests {
  /// A Python environment with pyzmq in a temporary folder.
  private struct Python: Sendable {
    let folder: TemporaryDirectory
    var executable: String { folder.file("venv/bin/python") }
  }

  /// Set by the condition of the test and taken by the test, so that the folder is removed when the test ends.
  private static let prepared = Mutex<Python?>(nil)

  /// Creates the environment. Returns `false` if that is not possible on this machine.
  private static func prepare() async -> Bool {
    guard let folder = try? TemporaryDirectory() else { return false }
    let python = Python(folder: folder)
    // The user's settings for the package index.
    var environment: [String: String] = [:]
    for name in [
      "PATH", "HOME", "PIP_INDEX_URL", "PIP_CONFIG_FILE", "PIP_CERT", "PIP_FIND_LINKS", "SSL_CERT_FILE", "HTTPS_PROXY", "PYENV_ROOT",
    ] {
      environment[name] = Environment.process.raw(name)
    }
    let command = "python3 -m venv \(folder.file("venv")) && \(python.executable) -m pip install --quiet pyzmq"
    guard let setup = try? await RunningProcess.start("/bin/sh", ["-c", command], environment: environment),
      (try? await setup.ending(within: .testLimit)) == .exited(0)
    else { return false }
    prepared.withLock { $0 = python }
    return true
  }

  @Test(.enabled("needs python3 with venv, and pyzmq from a package index") { await prepare() })
  func `the front-end in the guide gets records from the cache, and the subscriber gets events`() async throws {
    let taken = Self.prepared.withLock { $0.take() }
    let python = try #require(taken)
    let scripts = try Self.scripts()
    #expect(scripts.count == 2 && scripts.allSatisfy { $0.split(separator: "\n", omittingEmptySubsequences: false).count <= 30 })
    try python.folder.write(scripts[0], to: "front-end.py")
    try python.folder.write(scripts[1], to: "events.py")
    let holocron = try await HolocronHarness()
    let processes = [try await holocron.broker(), try await holocron.cache(), try await holocron.fetcher()]
    let subscriber = try await RunningProcess.start(
      python.executable, [python.folder.file("events.py")], environment: holocron.sandbox.environment)
    for (target, line) in [("/people/1", "200 Luke Skywalker"), ("/films/1", "200 A New Hope"), ("/people/17", "404 ")] {
      let process = try await RunningProcess.start(
        python.executable, [python.folder.file("front-end.py"), target], environment: holocron.sandbox.environment)
      try await process.ends(.exited(0))
      #expect(process.output.hasPrefix(line), "\(process.output)")
    }
    // It may not have subscribed before the first event.
    try await eventually("an event") { () async throws -> Bool in
      for words in [["cache", "purge", "films/1", "--yes"], ["show", "films/1"]] {
        try await holocron.sandbox.start("holocron", arguments: words + Sandbox.longTimeout).ends(.exited(0))
      }
      return subscriber.output.contains("changed/films/1\n")
    }
    subscriber.send(.terminate)
    // Nothing listens there, so the script waits for its whole timeout.
    let address = "ipc://\(python.folder.file("nobody"))"
    let alone = try await RunningProcess.start(
      python.executable, [python.folder.file("front-end.py")],
      environment: holocron.sandbox.environment.merging(["HOLOCRON_BUS": address]) { _, new in new })
    try await alone.ends(.exited(1))
    #expect(
      alone.errors == "no answer to GET /people/1 from \(address); if no bus is running there, start one with: holocron up\n",
      "\(alone.errors)")
    withExtendedLifetime((processes, python)) {}
  }

  /// Returns the code blocks of the page that are front-ends.
  private static func scripts() throws -> [String] {
    try ProjectFolder.text("Apps/PYTHON.md").split(separator: "```python\n").dropFirst().map { block in
      String(block[..<(block.firstRange(of: "```")?.lowerBound ?? block.endIndex)])
    }
  }
}
