import Platform
import TestSupport
import Testing

/// The completion scripts in real shells, with names from a running bus.
@Suite(.serialized) struct ShellCompletionTests {
  /// What is typed before Tab, and what then stands on the line.
  private static let completions = [
    ("holocron sta", "holocron status"), ("holocron show mil", "holocron show Millennium\\ Falcon"),
    ("holocron show \"mill", "holocron show \"Millennium Falcon\""), ("holocron people --outp", "holocron people --output"),
    ("holocron people --output j", "holocron people --output json"), ("holocron cache pu", "holocron cache purge"),
  ]

  /// Types each beginning in an interactive shell, which runs `script` first.
  private func complete(in shell: String, _ script: String, _ sandbox: Sandbox) async throws {
    try sandbox.directory.write(script, to: "start")
    let screen = try await TerminalScreen("shell", shell, columns: 100, rows: 20, in: sandbox)
    try await screen.type("source \(sandbox.directory.file("start")); clear; echo shell is ready")
    try await screen.press("Enter")
    try await screen.shows("the prompt") { $0.hasPrefix("shell is ready") }
    for (typed, expected) in Self.completions {
      try await screen.type(typed)
      try await screen.press("Tab")
      try await screen.shows(expected)
      try await screen.press("C-c")
      try await screen.type("clear; echo shell is ready")
      try await screen.press("Enter")
      try await screen.shows("the prompt") { $0.hasPrefix("shell is ready") }
    }
    try await screen.close()
  }

  /// A sandbox with a bus that has the whole catalogue.
  private func serving(_ body: (Sandbox) async throws -> Void) async throws {
    let sandbox = try Sandbox()
    let node = try await sandbox.service("holocron-node")
    try await node.line(on: .errors, containing: "broker listens")
    _ = try await eventually("the index has names", within: .testLimit) {
      try await sandbox.holocron("suggest", "mil").output.contains("Millennium") ? true : nil
    }
    try await body(sandbox)
    withExtendedLifetime(node) {}
  }

  @Test(.enabled("needs bash") { FileSystem.isExecutable("/bin/bash") }) func `bash completes`() async throws {
    try await serving { try await complete(in: "/bin/bash --norc", "source <(holocron completion bash)", $0) }
  }

  @Test(.enabled("needs zsh") { FileSystem.isExecutable("/usr/bin/zsh") }) func `zsh completes`() async throws {
    try await serving {
      try await complete(in: "/usr/bin/zsh -f", "autoload -U compinit; compinit -u -D; source <(holocron completion zsh)", $0)
    }
  }

  @Test(.enabled("needs fish") { FileSystem.isExecutable("/usr/bin/fish") }) func `fish completes`() async throws {
    try await serving { sandbox in
      let script = try await sandbox.holocron("completion", "fish")
      try sandbox.directory.write(script.output, to: "holocron.fish")
      for (typed, expected) in [
        ("sta", "status\t"), ("show mil", "Millennium Falcon\tstarships/10"), ("people --output j", "jsonl\t"), ("cache pu", "purge"),
      ] {
        let fish = try await RunningProcess.start(
          "/usr/bin/fish", ["-N", "-c", "source \(sandbox.directory.file("holocron.fish")); complete -C'holocron \(typed)'"],
          environment: sandbox.environment)
        try await fish.ends(.exited(0))
        #expect(fish.output.contains(expected), "\(typed): \(fish.output)")
      }
    }
  }
}
