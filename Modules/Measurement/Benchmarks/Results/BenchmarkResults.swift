package import LoadTesting
import OrderedJSON

/// The figures of a run of the benchmarks. `RESULTS.md` describes their JSON.
package struct BenchmarkResults: ReportObject {
  /// A row that could not be measured here.
  package struct SkippedRow: ReportObject, Hashable {
    var name = ""
    var reason = ""
    package init() {}
    package static let members: [ReportMember<Self>] = [.init("name", \.name), .init("reason", \.reason)]
  }

  /// Name and version of the program.
  var program = ""
  /// Start of the run in UTC (RFC 3339).
  package var started = ""
  var machine = Machine()
  /// How many times each side was measured.
  var rounds = 0
  var comparisons: [Comparison] = []
  var skipped: [SkippedRow] = []

  package init() {}

  private static let schema = "holocron-bench-results"
  /// The version of the JSON. A version that readers of the previous one would misread has a higher number.
  private static let version = 1

  package static let members: [ReportMember<Self>] = [
    .init(derived: "schema") { _ in .string(schema) }, .init(derived: "version") { _ in .number(version) }, .init("program", \.program),
    .init("started", \.started), .init("machine", \.machine), .init("rounds", \.rounds), .init("comparisons", \.comparisons),
    .init("skipped", \.skipped),
  ]

  /// Whether all bars of all comparisons are met.
  package var areBarsMet: Bool { comparisons.allSatisfy(\.isMet) }

  /// The file of `--json`: one line.
  package var jsonFile: [UInt8] { json.bytes() + [0x0A] }

  /// Reads the results of an earlier run. Throws if this is not the JSON of results, or that of a later version.
  package init(parsing bytes: [UInt8]) throws {
    let json = try JSON(parsing: bytes)
    guard json["schema"]?.string == Self.schema, let version = json["version"]?.int else {
      throw BenchmarkError("not the results of holocron-bench")
    }
    guard version <= Self.version else {
      throw BenchmarkError("written by a later version of holocron-bench (results version \(version))")
    }
    guard let results = BenchmarkResults(json: json) else {
      throw BenchmarkError("not valid results: a member is missing or has an invalid value")
    }
    self = results
  }
}
