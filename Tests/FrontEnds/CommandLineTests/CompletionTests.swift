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
    otherKinds: { ["droids"] }, settings: { ["explorer.theme", "explorer.units", "cache.stale-if-error"] })

  @Test(
    arguments: [
      ("sh", ["show"]), ("loa", ["load"]), ("people --so", ["--sort"]), ("--json films --ti", ["--timeout"]), ("--vers", ["--version"]),
      ("help crawl", ["crawl"]), ("help ex", ["explore", "exit-codes"]), ("crawl --st", ["--still"]),
      ("dro", ["droids"]), ("random d", ["droids"]), ("search --kind dr", ["droids"]), ("schema dr", []),
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
    let candidates = await Self.completion.candidates(words)
    #expect(candidates.map(\.word) == expected)
    // Shells that show it get the meaning of names.
    if line == "show lu" { #expect(candidates.first?.meaning == "people/1") }
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

}
