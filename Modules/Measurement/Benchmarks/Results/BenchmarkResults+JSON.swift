import LoadReports
import OrderedJSON

extension BenchmarkResults {
  /// The value of the member `schema`.
  static let schema = "holocron-bench-results"
  /// The version of the form that ``json`` has. A version that readers of the previous one would misread has a higher number.
  static let version = 1

  /// The results as `RESULTS.md` describes them.
  var json: JSON {
    [
      "schema": .string(Self.schema), "version": .number(Self.version), "program": .string(program), "started": .string(started),
      "machine": machine.json, "rounds": .number(rounds), "comparisons": .array(comparisons.map(\.json)),
      "skipped": .array(skipped.map { ["name": .string($0.name), "reason": .string($0.reason)] }),
    ]
  }

  /// The file of `--json`: one line.
  public var jsonFile: [UInt8] { json.bytes() + [0x0A] }
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
