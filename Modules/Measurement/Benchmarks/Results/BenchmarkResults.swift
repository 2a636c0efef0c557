package import OrderedJSON

/// The figures of a run of the benchmarks.
package struct BenchmarkResults: Sendable {
  /// Name and version of the program.
  package let program: String
  /// Start of the run in UTC (RFC 3339).
  package let started: String
  package let machine: JSON
  package let rounds: Int
  package internal(set) var comparisons: [Comparison] = []
  package internal(set) var skipped: [SkippedRow] = []

  /// A row that could not be measured here.
  package struct SkippedRow: Sendable, Hashable {
    package let name: String
    package let reason: String
  }

  init(program: String, started: String, machine: JSON, rounds: Int) {
    self.program = program
    self.started = started
    self.machine = machine
    self.rounds = rounds
  }

  /// Whether all bars of all comparisons are met.
  package var areBarsMet: Bool { comparisons.allSatisfy(\.isMet) }
}

extension BenchmarkResults {
  /// The value of the member `schema`.
  static let schema = "holocron-bench-results"
  /// The version of the form that ``json`` has. A version that readers of the previous one would misread has a higher number.
  static let version = 1

  /// The results as `RESULTS.md` describes them.
  var json: JSON {
    [
      "schema": .string(Self.schema), "version": .number(Self.version), "program": .string(program), "started": .string(started),
      "machine": machine, "rounds": .number(rounds), "comparisons": .array(comparisons.map(\.json)),
      "skipped": .array(skipped.map { ["name": .string($0.name), "reason": .string($0.reason)] }),
    ]
  }

  /// The file of `--json`: one line.
  package var jsonFile: [UInt8] { json.bytes() + [0x0A] }
}

extension Comparison {
  fileprivate var json: JSON {
    [
      "name": .string(name), "title": .string(title), "lessIsBetter": .bool(lessIsBetter), "ours": ours.json(),
      "references": .array(references.map { $0.json(ratio: ratio(to: $0)) }), "figures": .array(figures.map { $0.json() }),
      "bars": .array(bars.map(json)),
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

extension Series {
  fileprivate func json(ratio: Double? = nil) -> JSON {
    var json: JSON.Object = [
      "name": .string(name), "unit": .string(unit), "values": .array(values.map { .number($0) }), "median": .number(median),
      "least": .number(spread.lowerBound), "most": .number(spread.upperBound),
    ]
    if let ratio { json["ratio"] = .number(ratio) }
    return .object(json)
  }
}

/// The comparisons of an earlier run, read from its JSON. Derived members and bars are ignored.
package struct EarlierResults: Sendable {
  package let started: String
  /// As written by the earlier run.
  let machine: JSON
  let comparisons: [Comparison]

  /// Throws if this is not the JSON of results, or that of a later version.
  package init(parsing bytes: [UInt8]) throws(BenchmarkError) {
    let json: JSON
    do { json = try JSON(parsing: bytes) } catch { throw BenchmarkError("\(error)") }
    guard json["schema"]?.string == BenchmarkResults.schema, let version = json["version"]?.int else {
      throw BenchmarkError("not the results of holocron-bench")
    }
    guard version <= BenchmarkResults.version else {
      throw BenchmarkError("written by a later version of holocron-bench (results version \(version))")
    }
    guard let started = json["started"]?.string, let machine = json["machine"], let list = json["comparisons"]?.array else {
      throw BenchmarkError("not valid results: 'started', 'machine' or 'comparisons' is missing")
    }
    self.started = started
    self.machine = machine
    var comparisons: [Comparison] = []
    for (index, element) in list.enumerated() {
      guard let comparison = Comparison(element) else { throw BenchmarkError("not valid results: comparisons[\(index)]") }
      comparisons.append(comparison)
    }
    self.comparisons = comparisons
  }
}

extension Comparison {
  fileprivate init?(_ json: JSON) {
    guard let name = json["name"]?.string, let title = json["title"]?.string, let lessIsBetter = json["lessIsBetter"]?.bool,
      let ours = json["ours"].flatMap(Series.init), let references = json["references"].flatMap(Series.list),
      let figures = json["figures"].flatMap(Series.list)
    else { return nil }
    self.init(name, title, lessIsBetter: lessIsBetter, ours: ours, references: references, figures: figures, bars: [])
  }
}

extension Series {
  fileprivate init?(_ json: JSON) {
    guard let name = json["name"]?.string, let unit = json["unit"]?.string, let numbers = json["values"]?.array else { return nil }
    let values = numbers.compactMap(\.double)
    guard values.count == numbers.count else { return nil }
    self.init(name, unit: unit, values)
  }

  fileprivate static func list(_ json: JSON) -> [Series]? {
    guard let elements = json.array else { return nil }
    let list = elements.compactMap(Series.init)
    return list.count == elements.count ? list : nil
  }
}
