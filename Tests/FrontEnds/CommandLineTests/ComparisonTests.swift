import MessageBus
import OrderedJSON
import Presentation
import Testing
import Text

@testable import CommandLine

@Suite struct ComparisonTests {
  @Test func `records are compared side by side`() async throws {
    let harness = try await CommandHarness.ran("compare luke 'leia organa'", columns: 80)
    let lines = harness.output.split(separator: "\n").map(String.init)
    #expect(lines[0].contains("LUKE SKYWALKER") && lines[0].hasSuffix("LEIA ORGANA"))
    #expect(lines.contains { $0.hasPrefix("≠ Gender") && $0.contains("male") && $0.hasSuffix("female") })
    #expect(lines.contains { $0.hasPrefix("  Born") })
    #expect(lines.contains { $0.contains("A New Hope") })
    #expect(lines.allSatisfy { $0.columns <= 80 })
    let differences = try await CommandHarness.ran("compare luke leia --differences", columns: 80)
    #expect(differences.output.contains("≠ Gender") && !differences.output.contains("Born"))
  }

  @Test func `a comparison in a pipe has one line per field`() async throws {
    let harness = try await CommandHarness.ran("compare luke leia")
    let rows = harness.output.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init) }
    #expect(rows.allSatisfy { $0.count == 4 && ["≠", "="].contains($0[0]) && !$0[1].isEmpty }, "\(harness.output)")
    #expect(Set(rows.map { $0[1] }).count == rows.count)
    #expect(rows.contains(["≠", "Gender", "male", "female"]))
    #expect(rows.contains { $0[0] == "=" && $0[1] == "Born" })
    let films = rows.first { $0[1] == "Films" }
    #expect(films?[2].contains("A New Hope") == true && films?[2].contains(" · ") == true)
  }

  @Test func `a comparison prints JSON and CSV`() async throws {
    let harness = try await CommandHarness.ran("compare people/1 people/5 starships/12 --json")
    let json = try JSON(parsing: harness.output)
    #expect(json["records"]?.array?.compactMap { $0["name"]?.string } == ["Luke Skywalker", "Leia Organa", "X-wing"])
    #expect(json["fields"]?.array?.contains(["key": "gender", "differs": true]) == true)
    let csv = try await CommandHarness.ran("compare people/1 people/5 -o csv -d")
    #expect(csv.output.hasPrefix("field,people/1,people/5\n"))
    #expect(!csv.output.contains("\nbirthYear,"))
    // For programs: neither language nor units change the values.
    #expect(try await CommandHarness.ran("compare people/1 people/5 -o csv -d --lang de --units imperial").output == csv.output)
    #expect(csv.output.contains("\nheight,172,150\n"))
  }

  @Test(arguments: [("compare luke luke", 2), ("compare luke zzzz", 3), ("compare luke people/99", 3), ("compare a b c d e f g", 2)])
  func `each error has its exit code`(line: String, code: Int32) async {
    let problem = await #expect(throws: Problem.self) { try await CommandHarness().run(line) }
    #expect(problem?.exitCode.number == code)
  }
}
