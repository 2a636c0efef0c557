import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import CommandLine

@Suite struct ArgumentsTests {
  static let switches = ListCommand(kind: Kinds.standard.all[0]).switches + CommonOptions.all

  func parse(_ line: String) throws(Problem) -> Arguments {
    try Arguments(line.split(separator: " ").map(String.init), switches: Self.switches)
  }

  @Test func switchesStandAnywhereInAnyForm() throws {
    let arguments = try parse("--json one --sort=title two --page 3 -q -ocsv")
    #expect(arguments.operands == ["one", "two"])
    #expect(arguments[CommonOptions.json])
    #expect(arguments[CommonOptions.quiet])
    #expect(!arguments[CommonOptions.noPager])
    #expect(arguments[ListCommand.sort] == "title")
    #expect(arguments[ListCommand.page] == 3)
    #expect(arguments[ListCommand.search] == nil)
    #expect(arguments[CommonOptions.output]?.name == "csv")
  }

  @Test func theLastOfTwoCountsAndTwoDashesEndTheSwitches() throws {
    #expect(try parse("--page 1 --page 2")[ListCommand.page] == 2)
    #expect(try parse("a -- --json -x").operands == ["a", "--json", "-x"])
    #expect(try parse("-").operands == ["-"])
    #expect(try Arguments(["--search="], switches: [Switch](Self.switches.filter { $0.name != "search" }) + [anything]).operands == [])
  }

  @Test func twoFormatsExcludeEachOther() throws {
    #expect(try parse("--json").format()?.name == "json")
    #expect(try parse("-o json --json").format()?.name == "json")
    #expect(try parse("-o csv").format()?.name == "csv")
    #expect(try parse("").format() == nil)
    for line in ["--json --output csv", "--json -o jsonl"] {
      let arguments = try parse(line)
      let problem = #expect(throws: Problem.self) { try arguments.format() }
      #expect(problem?.exitCode == .usage)
      #expect(problem?.detail?.hasPrefix("--json and --output ") == true)
    }
  }

  private var anything: Switch {
    Switch(name: "search", short: nil, placeholder: "TEXT", help: "", accepts: { _ in true }, expected: "")
  }

  @Test(arguments: [
    ("--sotr name", "there is no switch --sotr here", ["--sort"]), ("-x", "there is no switch -x here", []),
    ("--page", "--page needs a value: a whole number, 1 or more", []), ("--page 0", "--page takes a whole number, 1 or more, not '0'", []),
    ("--page abc", "--page takes a whole number, 1 or more, not 'abc'", []), ("--all=yes", "--all takes no value", []),
    ("--output xml", "--output takes one of table, json, jsonl, csv, markdown, plain, not 'xml'", []),
    ("--color blue", "--color takes one of auto, always, never, not 'blue'", []),
    ("--timeout 0", "--timeout takes a number of seconds more than 0, not '0'", []),
    ("--timeout never", "--timeout takes a number of seconds more than 0, not 'never'", []),
    ("--search=", "--search takes a text, not ''", []),
  ])
  func mistakesAreNamed(line: String, detail: String, suggestions: [String]) {
    let problem = #expect(throws: Problem.self) { try parse(line) }
    #expect(problem?.detail == detail)
    #expect(problem?.exitCode == .usage)
    #expect(problem?.extensions["suggestions"]?.array?.compactMap(\.string) ?? [] == suggestions)
  }

  @Test(
    arguments: [
      ("people", 0), ("--json people", 1), ("--output json people", 2), ("--sort name people --all", 2), ("-o json people", 2),
      ("--output=json people", 1), ("--help", nil), ("", nil), ("-- people", 1), ("--json -- people --all", 2), ("--", nil),
      ("--unknown people", 1),
    ] as [(String, Int?)])
  func findsTheCommand(line: String, index: Int?) {
    let words = line.split(separator: " ").map(String.init)
    #expect(Arguments.commandIndex(in: words, switches: Commands.standard(kinds: .standard).switches) == index)
  }

  @Test func timeoutTakesFractions() throws {
    #expect(try parse("--timeout 0.5")[CommonOptions.timeout] == .milliseconds(500))
  }
}
