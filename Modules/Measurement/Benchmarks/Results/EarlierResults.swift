import OrderedJSON

/// The comparisons of an earlier run, read from its JSON. Derived members and bars are ignored.
public struct EarlierResults: Sendable {
  public let started: String
  /// As written by the earlier run.
  let machine: JSON
  let comparisons: [Comparison]

  /// Throws if this is not the JSON of results, or that of a later version.
  public init(parsing bytes: [UInt8]) throws(BenchmarkError) {
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
