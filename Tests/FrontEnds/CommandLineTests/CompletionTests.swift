import Console
import MessageBus
import Models
import Platform
import Presentation
import TestSupport
import Testing

@testable import CommandLine

@Suite struct CompletionTests {
  static let formats = ["table", "json", "jsonl", "csv", "markdown", "plain"]
  static let settings = ["explorer.theme", "explorer.units", "cache.stale-if-error"]
  static let script = CompletionScript(commands: .standard(kinds: .standard), plugins: ["load", "show"], settings: settings)

  /// Runs the script in bash, where unset variables are errors, and returns the completions of the last word.
  private func completions(_ line: String) async throws -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    let quoted = words.map { "'\($0)'" }.joined(separator: " ")
    let call = ["COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1)", "_holocron", "printf '%s\\n' \"${COMPREPLY[@]}\""]
    let program = ["set -u"] + Self.script.bash + call
    let bash = try await RunningProcess.start("/bin/bash", ["-c", program.joined(separator: "\n")], environment: [:])
    try await bash.ends(.exited(0))
    return bash.output.split(separator: "\n").map(String.init)
  }

  @Test(
    .enabled(if: FileSystem.isExecutable("/bin/bash")),
    arguments: [
      ("holocron sh", ["show"]), ("holocron loa", ["load"]), ("holocron people --so", ["--sort"]),
      ("holocron --json films --ti", ["--timeout"]),
      ("holocron help crawl", ["crawl"]), ("holocron crawl --st", ["--still"]), ("holocron show lu", []),
      ("holocron people --output j", ["json", "jsonl"]), ("holocron people -o c", ["csv"]), ("holocron --color al", ["always"]),
      ("holocron people --output = ma", ["markdown"]), ("holocron people --output =", formats), ("holocron people --lang d", ["de"]),
      ("holocron people --units i", ["imperial"]), ("holocron search --kind st", ["starships"]), ("holocron films --sort ti", ["title"]),
      ("holocron people --page --s", []), ("holocron --lang de sh", ["show"]), ("holocron --bus tcp : //h : 1 sh", ["show"]),
      ("holocron --output = json sh", ["show"]), ("holocron cache w", ["warm"]), ("holocron config sh", ["show"]),
      ("holocron config se", ["set"]), ("holocron config set expl", ["explorer.theme", "explorer.units"]),
      ("holocron config --project get ca", ["cache.stale-if-error"]), ("holocron config unset cache", ["cache.stale-if-error"]),
      ("holocron config show expl", []), ("holocron config set explorer.units expl", []), ("holocron config expl", []),
      ("holocron restart ca", ["cache"]), ("holocron restart cache b", ["broker"]), ("holocron restart su", []),
      ("holocron logs se", ["search"]), ("holocron logs cache su", ["supervisor"]), ("holocron logs -n 5 no", ["node"]),
      ("holocron favourites r", ["remove"]),
      ("holocron --lang de history c", ["clear"]), ("holocron completion z", ["zsh"]), ("holocron schema pe", ["people"]),
      ("holocron cache purge w", []), ("holocron cache purge pl", ["planets"]), ("holocron cache export pl", []),
      ("holocron config set explorer.theme da", ["dark"]), ("holocron config get explorer.theme da", []),
      ("holocron scale f", ["fetcher="]), ("holocron scale cache = 2 se", ["search="]),
      ("holocron scale cache =", []), ("holocron load se", ["search", "service", "session"]), ("holocron load cache se", []),
      ("holocron explore --em", ["--embedded"]), ("holocron explore --theme l", ["light"]),
      ("holocron explore --js", []), ("holocron explore st", ["starships", "status"]), ("holocron explore people st", []),
    ] as [(String, [String])])
  func `bash completes commands and options`(line: String, expected: [String]) async throws {
    #expect(try await completions(line) == expected)
  }

  @Test func `fish gets the meaning of commands and options`() {
    let lines = Self.script.fish
    #expect(lines.contains("complete -c holocron -f -n __fish_use_subcommand -a doctor -d 'Check the installation and suggest fixes'"))
    #expect(
      lines.contains(
        "complete -c holocron -n '__fish_seen_subcommand_from crawl' -l still -d 'Print the text at once instead of scrolling'"))
    #expect(
      lines.contains { $0.hasPrefix("complete -c holocron -s o -l output -x -a 'table json jsonl csv markdown plain' -d 'Set the output") })
    #expect(lines.contains("complete -c holocron -l no-pager -d 'Don\\'t send long output to a pager'"))
    #expect(lines.count { $0.contains("-a show") } == 1)
    let seen = "__fish_seen_subcommand_from"
    #expect(lines.contains("complete -c holocron -n '\(seen) restart' -f -a 'broker origin fetcher cache search'"))
    let keys = Self.settings.joined(separator: " ")
    #expect(
      lines.contains("complete -c holocron -n '\(seen) config; and \(seen) get set unset; and not \(seen) \(keys)' -f -a '\(keys)'"))
    let themes = Preference<ThemeChoice>.theme.choices.joined(separator: " ")
    let theme = "\(seen) config; and \(seen) set; and \(seen) explorer.theme; and not \(seen) \(themes)"
    #expect(lines.contains("complete -c holocron -n '\(theme)' -f -a '\(themes)'"))
    #expect(lines.contains("complete -c holocron -n '\(seen) scale' -f -a 'fetcher= cache= search='"))
    #expect(lines.contains { $0.hasPrefix("complete -c holocron -n '\(seen) load; and not \(seen) fetch cache ") })
    #expect(
      lines.contains(
        "complete -c holocron -n '\(seen) cache; and not \(seen) stats warm purge verify export import' -f -a 'stats warm purge verify export import'"
      ))
  }

  @Test func `zsh gets the services and the settings`() {
    let lines = Self.script.zsh
    #expect(lines.contains { $0.contains("'*: :(broker origin fetcher cache search node supervisor)'") })
    let keys = Self.settings.joined(separator: " ")
    #expect(lines.contains { $0.contains("'2: :{[[ $line[1] == (get|set|unset) ]] && compadd -- \(keys)}'") })
    #expect(lines.contains { $0.contains("\"set explorer.units\") compadd -- metric imperial ;; ") })
    #expect(lines.contains { $0.contains("'2: :{case \"$line[1]\" in \"purge\") compadd -- films people ") })
    #expect(lines.contains { $0.contains("'*: :{compadd -S \"\" -- fetcher= cache= search=}'") })
    #expect(lines.contains { $0.hasPrefix("    load) _arguments '1: :(fetch cache ") })
  }

  @Test func `a script has the settings of the front-ends and of the services`() async throws {
    let environment = Environment(["HOME": "/nonexistent", "XDG_RUNTIME_DIR": "/nonexistent"])
    let known = try await KnownSettings(Self.launcher(Executables(environment: environment), environment), within: .testLimit)
    let script = CompletionScript(commands: .standard(kinds: .standard), plugins: [], settings: known.keys)
    for lines in [script.bash, script.zsh, script.fish] {
      for keys in ["explorer.theme explorer.language", "cache.stale-if-error", "fetch.origin", "worker.credit"] {
        #expect(lines.contains { $0.contains("\(keys) ") }, "\(lines[0]): \(keys)")
      }
    }
  }

  @Test func `all services are asked for their settings at the same time`() async throws {
    let folder = try TemporaryDirectory()
    // Each program answers when all of them have been started.
    let waiting = KnownSettings.programs.map { "while [ ! -e '\(folder.file($0)).started' ]; do sleep 0.01; done" }
    for program in KnownSettings.programs {
      try folder.writeProgram(Self.service("\(program).x", first: ["touch \"$0.started\""] + waiting), to: program)
    }
    let environment = Environment(["HOME": folder.path, "XDG_RUNTIME_DIR": folder.file("run")])
    let known = try await KnownSettings(Self.launcher(Executables(folders: [folder.path]), environment), within: .testLimit)
    #expect(known.services.map(\.key) == ["cache", "node", "origin", "supervisor"].map { "holocron-\($0).x" })
  }

  private static func launcher(_ executables: Executables, _ environment: Environment) throws -> Launcher {
    Launcher(
      environment: environment, executables: executables, address: try BusAddress(bus: nil, environment: environment),
      timeout: .testLimit, note: { _ in })
  }

  /// A script that describes one setting, as services do.
  private static func service(_ key: String, first lines: [String] = []) -> String {
    let list = #"{"settings":[{"key":"\#(key)","variable":"X","expected":"x","default":"x"}]}"#
    return (["#!/bin/sh"] + lines + ["echo '\(list)'", ""]).joined(separator: "\n")
  }

  /// Uses a copy of the executable, because the real services are next to the built one.
  @Test func `a service that cannot list its settings is named, and the script has the others`() async throws {
    let sandbox = try Sandbox(["PATH": "/usr/bin:/bin"])
    let folder = sandbox.directory
    let holocron = folder.file("holocron")
    let copying = try await RunningProcess.start("/bin/cp", [ProductsDirectory.executable("holocron"), holocron], environment: [:])
    try #require(try await copying.ending() == .exited(0))
    for name in ["holocron-node", "holocron-origin"] { try folder.writeProgram("#!/bin/sh\necho '\(name): no' >&2\nexit 2\n", to: name) }
    try folder.writeProgram("#!/bin/sh\nexit 3\n", to: "holocron-supervisor")
    try folder.writeProgram(Self.service("cache.x"), to: "holocron-cache")
    let process = try await RunningProcess.start(holocron, ["completion", "bash"], environment: sandbox.environment, keeping: folder)
    #expect(try await process.ending() == .exited(0))
    #expect(process.output.contains(" cache.x"))
    #expect(
      process.errors == """
        holocron: warning: the script lacks the settings of holocron-node, holocron-origin: no
        holocron: warning: the script lacks the settings of holocron-supervisor: holocron-supervisor ended without listing its settings

        """)
  }

  @Test func `no shell interprets the words of a script`() {
    func isPlain(_ word: String) -> Bool { !word.isEmpty && word.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } }
    for command in Commands.standard(kinds: .standard).all {
      let words = command.options.map(\.name) + command.options.flatMap(\.choices)
      let following = command.wordsAfterOperands.flatMap(\.words)
      for word in words + command.firstWords + following + [command.name] { #expect(isPlain(word), "\(command.name): \(word)") }
      // In the words of holocron scale, an equals sign is at the end, where no shell interprets it.
      for word in command.operandWords {
        #expect(isPlain(word.hasSuffix("=") ? String(word.dropLast()) : word), "\(command.name): \(word)")
      }
    }
  }

  @Test func `another shell is an error`() async throws {
    let harness = CommandHarness()
    #expect(try await harness.run("completion zsh") == .success)
    #expect(harness.output.hasPrefix("#compdef holocron\n_holocron() {\n"))
    let problem = await #expect(throws: Problem.self) { try await CommandHarness().run("completion bsh") }
    #expect(problem?.detail == "unknown shell 'bsh' (available: bash, zsh, fish)")
    #expect(problem?.exitCode == .usage)
  }
}
