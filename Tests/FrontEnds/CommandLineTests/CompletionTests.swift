import Console
import MessageBus
import Models
import Platform
import Presentation
import TestSupport
import Testing

@testable import CommandLine

@Suite struct CompletionTests {
  private static let completion = Completion(
    commands: .standard(kinds: .standard), plugins: ["load", "show"],
    names: { _ in [("Luke Skywalker", "people/1"), ("Leia Organa", "people/5")] },
    settings: { ["explorer.theme", "explorer.units", "cache.stale-if-error"] })

  @Test(
    arguments: [
      ("sh", ["show"]), ("loa", ["load"]), ("people --so", ["--sort"]), ("--json films --ti", ["--timeout"]), ("--vers", ["--version"]),
      ("help crawl", ["crawl"]), ("help ex", ["explore", "exit-codes"]), ("crawl --st", ["--still"]),
      ("show lu", ["Luke Skywalker"]), ("show \"LE", ["Leia Organa"]), ("show ", []),
      ("people --output j", ["json", "jsonl"]), ("people -o c", ["csv"]), ("--color al", ["always"]),
      ("people --output=ma", ["--output=markdown"]), ("people --output = ma", ["markdown"]),
      ("people --output =", ["table", "json", "jsonl", "csv", "markdown", "plain"]), ("people --lang d", ["de"]),
      ("people --units i", ["imperial"]), ("search --kind st", ["starships"]), ("films --sort ti", ["title"]),
      ("people --page --s", []), ("--lang de sh", ["show"]), ("--bus tcp : //h : 1 sh", ["show"]), ("--output = json sh", ["show"]),
      ("cache w", ["warm"]), ("config se", ["set"]), ("config set expl", ["explorer.theme", "explorer.units"]),
      ("config --project get ca", ["cache.stale-if-error"]), ("config show expl", []), ("config set explorer.units expl", []),
      ("config expl", []), ("config set explorer.theme da", ["dark"]), ("config get explorer.theme da", []),
      ("restart ca", ["cache"]), ("restart cache b", ["broker"]), ("restart su", []), ("logs cache su", ["supervisor"]),
      ("logs -n 5 no", ["node"]), ("favourites r", ["remove"]), ("favourites add lu", ["Luke Skywalker"]), ("completion z", ["zsh"]),
      ("schema pe", ["people"]), ("cache purge w", []), ("cache purge pl", ["planets"]), ("cache export pl", []),
      ("scale f", ["fetcher="]), ("scale cache = 2 se", ["search="]), ("scale cache =", []),
      ("load se", ["search", "service", "session"]), ("load cache se", []), ("explore --em", ["--embedded"]),
      ("explore --theme l", ["light"]), ("explore --js", []), ("explore st", ["starships", "status"]), ("explore people st", []),
    ] as [(String, [String])])
  func `commands, options, values and names are completed`(line: String, expected: [String]) async {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    #expect(await Self.completion.candidates(words).map(\.word) == expected)
  }

  @Test func `shells that show it get the meaning of commands, options and names`() async {
    let expected = [
      ("doctor", "Check the installation and suggest fixes"), ("crawl --still", "Print the text at once instead of scrolling"),
      ("show lu", "people/1"),
    ]
    for (line, meaning) in expected {
      #expect(await Self.completion.candidates(line.split(separator: " ").map(String.init)).first?.meaning == meaning)
    }
  }

  /// Runs the script in a shell that completes `line` and prints the words.
  @Test(arguments: [
    ("bash", "_comp() { COMP_WORDS=(holocron \"$@\") COMP_CWORD=$#; _holocron; printf '%s\\n' \"${COMPREPLY[@]}\"; }; set -u"),
    ("fish", "function _comp; complete -C \"holocron $argv\" | cut -f 1; end"),
  ])
  func `the script of a shell asks the program`(shell: String, function: String) async throws {
    let script = try #require(Completion.scripts.first { $0.shell == shell }?.text)
    let sandbox = try Sandbox(["PATH": "\(ProductsDirectory.path):/usr/bin:/bin"])
    guard FileSystem.isExecutable("/usr/bin/\(shell)") else { return }
    let process = try await RunningProcess.start(
      "/usr/bin/\(shell)", ["-c", [script, function, "_comp sh; _comp scale f"].joined(separator: "\n")],
      environment: sandbox.environment, keeping: sandbox.directory)
    try await process.ends(.exited(0))
    #expect(process.output == "show\nfetcher=\n", "\(process.errors)")
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

  @Test func `another shell is an error`() async throws {
    let harness = CommandHarness()
    #expect(try await harness.run("completion zsh") == .success)
    #expect(harness.output.hasPrefix("#compdef holocron\n_holocron() {\n"))
    let problem = await #expect(throws: Problem.self) { try await CommandHarness().run("completion bsh") }
    #expect(problem?.detail == "unknown shell 'bsh' (available: bash, zsh, fish)")
    #expect(problem?.exitCode == .usage)
  }
}
