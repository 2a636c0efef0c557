import Platform
import TestSupport
import Testing

/// `holocron up` that a signal ends before its processes are ready.
@Suite struct InterruptedStartTests {
  /// A supervisor that starts nothing, so that `up` waits. It ends with the folder at the latest.
  private static let supervisor = """
    #!/bin/sh
    case "$*" in *--check-settings*) exit 0 ;; esac
    cd "${0%/*}"
    trap 'echo ended > ended; exit' TERM
    echo started > started
    while [ -e started ]; do sleep 0.05; done

    """

  @Test(arguments: [(Signal.interrupt, 130), (.terminate, 143), (.hangUp, 129)] as [(Signal, Int32)])
  func `a signal ends what has been started`(signal: Signal, code: Int32) async throws {
    let sandbox = try Sandbox()
    // Programs in the folder of `holocron` come first.
    let folder = try TemporaryDirectory()
    let copying = try await RunningProcess.start("/bin/cp", [ProductsDirectory.executable("holocron"), folder.file("holocron")])
    try await copying.ends(.exited(0))
    try folder.writeProgram(Self.supervisor, to: "holocron-supervisor")
    let up = try await RunningProcess.start(
      folder.file("holocron"), ["up", "--timeout", "600"], environment: sandbox.environment, keeping: sandbox.directory)
    up.closeInput()
    try await eventually("the start of the supervisor") { Files.text(folder.file("started")) == "started\n" }
    up.send(signal)
    try await up.ends(.exited(code))
    #expect(up.errors == "holocron: interrupted; stopping the started processes\n")
    try await eventually("the end of the supervisor") { Files.text(folder.file("ended")) == "ended\n" }
  }
}
