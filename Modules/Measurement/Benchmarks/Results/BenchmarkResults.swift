package import LoadTesting
import OrderedJSON

/// The figures of a run of the benchmarks. `RESULTS.md` describes their JSON.
package struct BenchmarkResults: Sendable {
  /// Name and version of the program.
  var program = ""
  /// Start of the run in UTC (RFC 3339).
  package var started = ""
  var machine = Machine()
  /// How many times each side was measured.
  var rounds = 0
  var comparisons: [Comparison] = []
  var skipped: [SkippedRow] = []

  /// A row that could not be measured here.
  package struct SkippedRow: Sendable, Hashable {
    var name = ""
    var reason = ""
    package init() {}
  }

  package init() {}

  /// Whether all bars of all comparisons are met.
  package var areBarsMet: Bool { comparisons.allSatisfy(\.isMet) }
}

extension BenchmarkResults: ReportObject {
  private static let schema = "holocron-bench-results"
  /// The version of the JSON. A version that readers of the previous one would misread has a higher number.
  private static let version = 1

  package static var members: [ReportMember<Self>] {
    [
      .init(derived: "schema") { _ in .string(schema) }, .init(derived: "version") { _ in .number(version) }, .init("program", \.program),
      .init("started", \.started), .init("machine", \.machine), .init("rounds", \.rounds), .init("comparisons", \.comparisons),
      .init("skipped", \.skipped),
    ]
  }

  /// The file of `--json`: one line.
  package var jsonFile: [UInt8] { json.bytes() + [0x0A] }

  /// Reads the results of an earlier run. Throws if this is not the JSON of results, or that of a later version.
  package init(parsing bytes: [UInt8]) throws(BenchmarkError) {
    let json: JSON
    do { json = try JSON(parsing: bytes) } catch { throw BenchmarkError("\(error)") }
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

extension BenchmarkResults.SkippedRow: ReportObject {
  package static var members: [ReportMember<Self>] { [.init("name", \.name), .init("reason", \.reason)] }
}

extension Comparison: ReportObject {
  package static var members: [ReportMember<Self>] {
    [
      .init("name", \.name), .init("title", \.title), .init("lessIsBetter", \.lessIsBetter), .init("ours", \.ours),
      .init("references", \.references) { comparison in
        .array(
          comparison.references.map { reference in
            var json = reference.json.object ?? [:]
            json["ratio"] = .number(comparison.ratio(to: reference))
            return .object(json)
          })
      },
      .init("figures", \.figures), .init(derived: "bars") { comparison in .array(comparison.bars.map(comparison.json)) },
    ]
  }

  private func json(_ bar: Bar) -> JSON {
    let (figure, series) =
      switch bar.figure {
      case .ratio(let name): ("ratio", name)
      case .median(let name): ("median", name)
      }
    return [
      "figure": .string(figure), "series": .string(series), (bar.isMaximum ? "atMost" : "atLeast"): .number(bar.limit),
      "value": .number(value(of: bar)), "met": .bool(isMet(bar)),
    ]
  }
}

extension Series: ReportObject {
  package static var members: [ReportMember<Self>] {
    [
      .init("name", \.name), .init("unit", \.unit), .init("values", \.values), .init(derived: "median") { .number($0.median) },
      .init(derived: "least") { .number($0.spread.lowerBound) }, .init(derived: "most") { .number($0.spread.upperBound) },
    ]
  }
}
