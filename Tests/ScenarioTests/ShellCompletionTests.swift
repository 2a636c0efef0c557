import Platform
import TestSupport
import Testing

/// The installed completions, in interactive shells on a terminal.
@Suite(.serialized) struct ShellCompletionTests {
  @Test(.enabled("needs bash") { Shell.bash.isInstalled }) func `bash completes commands, options, values and names`() async throws {
    try await complete(in: .bash)
  }

  @Test(.enabled("needs zsh") { Shell.zsh.isInstalled }) func `zsh completes commands, options, values and names`() async throws {
    try await complete(in: .zsh)
  }

  @Test(.enabled("needs fish") { Shell.fish.isInstalled }) func `fish completes commands, options, values and names`() async throws {
    try await complete(in: .fish)
  }

  private func complete(in shell: Shell) async throws {
    let holocron = try await HolocronHarness()
    let processes = [try await holocron.broker(), try await holocron.cache(), try await holocron.fetcher(), try await holocron.search()]
    let sandbox = holocron.sandbox
    let script = try await RunningProcess.start(
      "/bin/bash", [ProjectFolder.path("Scripts/shared-files"), ProductsDirectory.path, sandbox.directory.path],
      environment: sandbox.environment)
    try await script.ends(.exited(0))
    // Until the catalogue is there, it has no names to complete.
    try await eventually(
      "a name is known",
      isTrue: {
        try await holocron.run("suggest", "--output", "plain", "luke").output.hasPrefix("Luke Skywalker")
      })
    let screen = try await TerminalScreen(shell.rawValue, try shell.prepare(in: sandbox.directory), columns: 100, rows: 30, in: sandbox)
    // Keys that arrive earlier are not for the line editor.
    try await screen.shows("ready>")
    for (typed, completed) in [
      ("holocron stat", "holocron status"), ("holocron people --rev", "holocron people --reverse"),
      ("holocron people --output mark", "holocron people --output markdown"), ("holocron people --lang d", "holocron people --lang de"),
      ("holocron config set explorer.th", "holocron config set explorer.theme"),
      ("holocron config get cache.stale-if", "holocron config get cache.stale-if-error"),
      ("holocron config set explorer.theme da", "holocron config set explorer.theme dark"),
      ("holocron cache purge pl", "holocron cache purge planets"), ("holocron scale fe", "holocron scale fetcher="),
      ("holocron load sess", "holocron load session"),
      ("holocron restart sea", "holocron restart search"), ("holocron logs superv", "holocron logs supervisor"),
      ("holocron cache w", "holocron cache warm"), ("holocron search --kind st", "holocron search --kind starships"),
      ("holocron show luk", #"holocron show Luke\ Skywalker"#), ("holocron compare Darth\\ V", #"holocron compare Darth\ Vader"#),
    ] {
      try await screen.type(typed)
      try await screen.shows("ready> \(typed)")
      try await pressTab(until: "ready> \(completed)", on: screen)
      try await screen.press("C-u")
      try await screen.shows("an empty line") { $0.split(separator: "\n").contains("ready>") && !$0.contains("ready> ") }
    }
    try await screen.type("exit")
    try await screen.press("Enter")
    #expect(try await screen.ending() == 0)
    try await screen.close()
    withExtendedLifetime(processes) {}
  }

  /// The scripts give up a name after a second, which a busy machine may need for anything; people press the key again.
  private func pressTab(until line: String, on screen: TerminalScreen) async throws {
    for _ in 0..<20 {
      try await screen.press("Tab")
      let shown = try? await eventually(line, within: .seconds(5)) { try await screen.text().contains(line) ? line : nil }
      if shown != nil { return }
    }
    try await screen.shows(line)
  }
}

/// An interactive shell that reads the completions below a folder as after `Scripts/install`.
private enum Shell: String {
  case bash, zsh, fish

  var isInstalled: Bool { FileSystem.isExecutable("/usr/bin/\(rawValue)") }

  /// Writes the configuration of the shell and returns the command that starts it with the prompt `ready> `.
  func prepare(in directory: TemporaryDirectory) throws -> String {
    let share = directory.file("share")
    switch self {
    case .bash:
      try directory.write("PS1='ready> '\n. \(share)/bash-completion/completions/holocron\n", to: "bashrc")
      return "bash --noprofile --rcfile \(directory.file("bashrc")) -i"
    case .zsh:
      // Without this file, zsh begins with questions to new users.
      try directory.write(
        "PS1='ready> '\nfpath=(\(share)/zsh/site-functions $fpath)\nautoload -Uz compinit\ncompinit -u -d \(directory.file("zcompdump"))\n",
        to: ".zshrc")
      return "zsh -i"
    case .fish:
      // A suggestion after the cursor looks like a completion.
      try directory.write(
        "function fish_prompt; echo -n 'ready> '; end\nset -g fish_greeting\nset -g fish_autosuggestion_enabled 0\n", to: "config.fish")
      // Without this folder, fish reads all manual pages of the machine for completions.
      return "mkdir -p ~/.local/share/fish/generated_completions"
        + " && XDG_DATA_DIRS=\(share):/usr/share fish -i -C 'source \(directory.file("config.fish"))'"
    }
  }
}
