import LoadTesting
import OrderedJSON
import TestSupport
import Testing

@testable import Benchmarks

struct ResultsTests {
  private func results(_ ours: [Double], cost: [Double] = [40, 40, 41, 42, 42], name: String = "echo", cores: Int = 2) -> BenchmarkResults {
    var results = BenchmarkResults()
    results.machine.cores = cores
    results.comparisons = [
      Comparison(
        name, "echo of 64 bytes", ours: Series("broker", unit: "/s", ours),
        references: [Series("relay", unit: "/s", [Double](repeating: 100, count: ours.count))],
        figures: [Series("cost", unit: "µs", cost)], bars: [Bar(.ratio(to: "relay"), atLeast: 0.95), Bar(.median(of: "cost"), atMost: 41)])
    ]
    var skipped = BenchmarkResults.SkippedRow()
    (skipped.name, skipped.reason) = ("fetch", "not installed: wrk")
    results.skipped = [skipped]
    return results
  }

  @Test func `results are written as the page describes`() throws {
    let json = try JSON(parsing: results([90, 90, 93, 95, 95]).jsonFile)
    let members = try #require(json.object?.names)
    let page = try ProjectFolder.text("Modules/Measurement/Benchmarks/RESULTS.md")
    for name in members { #expect(page.contains("| `\(name)` |"), "RESULTS.md does not describe \(name)") }
    let comparison = try #require(json["comparisons"]?.array?.first)
    for name in try #require(comparison.object?.names) { #expect(page.contains("| `\(name)` |"), "RESULTS.md does not describe \(name)") }
    #expect(comparison["references"]?.array?.first?["ratio"] == .number(0.93))
    #expect(
      comparison["bars"] == [
        ["figure": "ratio", "series": "relay", "atLeast": .number(0.95), "value": .number(0.93), "met": false],
        ["figure": "median", "series": "cost", "atMost": .number(41.0), "value": .number(41.0), "met": true],
      ])
    #expect(json["skipped"] == [["name": "fetch", "reason": "not installed: wrk"]])
  }

  private func changes(to new: BenchmarkResults) throws -> ResultChanges {
    ResultChanges(from: try BenchmarkResults(parsing: results([90, 90, 93, 95, 95]).jsonFile), to: new)
  }

  @Test func `a change is clear if each median lies outside the values of the other run`() throws {
    let changes = try changes(to: results([96, 96, 97, 110, 110], cost: [41, 41, 43, 44, 44]))
    #expect(changes.changes.map(\.figure) == ["ratio to relay", "broker", "cost"])
    #expect(changes.changes.map(\.finding) == [.better, .better, .unclear])
    #expect(changes.changes[0].old == 0.93 && changes.changes[0].new == 0.97)
    #expect(changes.notes.isEmpty)
    #expect(changes.text.hasPrefix("echo, ratio to relay: 0.93 → 0.97 (+4.3 %), better\n"))
  }

  @Test func `fewer requests and more costs are worse`() throws {
    #expect(
      try changes(to: results([80, 80, 81, 82, 82], cost: [50, 50, 51, 52, 52])).changes.map(\.finding) == [.worse, .worse, .worse])
    #expect(
      try changes(to: results([90, 90, 93, 95, 95], cost: [30, 30, 31, 32, 32])).changes.map(\.finding) == [.unclear, .unclear, .better])
  }

  @Test func `few rounds show no clear change`() throws {
    #expect(try changes(to: results([80, 81, 82, 83], cost: [50, 51, 52, 53])).changes.allSatisfy { $0.finding == .unclear })
  }

  @Test func `other machines and comparisons of one run only are named`() throws {
    let changes = try changes(to: results([90], name: "many", cores: 8))
    #expect(changes.changes.isEmpty)
    #expect(
      changes.notes == [
        "another machine: cores was 2, is 8", "many is not in the earlier results", "echo is only in the earlier results",
      ])
  }

  @Test(arguments: [
    ("x", "not valid JSON at byte 0"), ("{}", "not the results of holocron-bench"),
    (#"{"schema":"holocron-bench-results","version":2}"#, "written by a later version"),
    (#"{"schema":"holocron-bench-results","version":1}"#, "not valid results"),
  ]) func `a file that is not earlier results is refused`(text: String, message: String) throws {
    let error = #expect(throws: (any Error).self) { try BenchmarkResults(parsing: Array(text.utf8)) }
    #expect(error.map { "\($0)" }?.hasPrefix(message) == true)
  }
}
