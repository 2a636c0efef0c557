import Contracts
import MessageBus
import OrderedJSON

// The members of a report in the order in which they are written, as `REPORT.md` describes them.

extension LoadReport: ReportObject {
  static let schema = "holocron-load-report"
  /// The version of the JSON. A version that readers of the previous one would misread has a higher number.
  static let version = 1
  /// No report that this program writes is larger.
  static let maximumBytes = 128 << 20

  static var members: [ReportMember<LoadReport>] {
    [
      .init(derived: "schema") { _ in .string(schema) }, .init(derived: "version") { _ in .number(version) },
      .init("program", \.program), .init("command", \.command), .init("started", \.started), .init("ending", \.ending),
      .init("endingReason", \.endingReason, isAbsentIfNil: true), .init("machine", \.machine), .init("target", \.target),
      .init(derived: "loop") { .string($0.isOpenLoop ? "open" : "closed") }, .init("outstanding", \.outstanding, isAbsentIfNil: true),
      .init("options", \.options), .init("stages", \.stages), .init("seconds", \.seconds, isAbsentIfNil: true),
      .init(derived: "totals") { $0.totals.sums }, .init("latency", \.latency), .init("service", \.service),
      .init("queueing", \.queueing), .init("statuses", \.statuses), .init("cacheStatuses", \.cacheStatuses),
      .init("operations", \.operations), .init("verification", \.verification, isAbsentIfNil: true), .init("generator", \.generator),
      .init("checks", \.checks), .init("limitSearch", \.limitSearch, isAbsentIfNil: true), .init("intervals", \.intervals),
    ]
  }

  /// The file of `--report NAME.json`: one line of JSON.
  var jsonFile: [UInt8] { json.bytes() + [0x0A] }

  /// Reads a report as ``json`` writes it. Ignores members with unknown names. Throws a 400 that says what is wrong.
  init(parsing bytes: [UInt8]) throws(Problem) {
    func invalid(_ detail: String) -> Problem { .badRequest("", detail) }
    guard bytes.count <= Self.maximumBytes else { throw invalid("larger than any report (\(Quantity.bytes(bytes.count)))") }
    let json: JSON
    do { json = try JSON(parsing: bytes) } catch { throw invalid(error.description) }
    guard json["schema"]?.string == Self.schema, let version = json["version"]?.int, version > 0 else {
      throw invalid("not a report of holocron-load: expected \"schema\": \"\(Self.schema)\" and \"version\": \(Self.version)")
    }
    guard version <= Self.version else {
      throw invalid("a report of version \(version), but this program reads up to version \(Self.version); update holocron-load")
    }
    guard let report = LoadReport(json: json) else { throw invalid("not a valid report: a member is missing or has an invalid value") }
    self = report
  }
}

extension LoadReport.Target: ReportObject {
  static var members: [ReportMember<Self>] { [.init("name", \.name), .init("address", \.address), .init("requests", \.requests)] }
}

extension LoadReport.Option: ReportObject {
  static var members: [ReportMember<Self>] { [.init("name", \.name), .init("value", \.value)] }
}

extension Stage: ReportValue {
  init?(json: JSON) {
    guard let rate = json["rate"].flatMap(Double.init(json:)), let seconds = json["seconds"].flatMap(Double.init(json:)) else { return nil }
    self.init(rate, within: .seconds(seconds))
  }
  var json: JSON { ["rate": .number(rate), "seconds": .number(duration / .seconds(1))] }
}

extension LoadReport.Operation: ReportObject {
  static var members: [ReportMember<Self>] {
    [.init("name", \.name), .init("done", \.done), .init("errors", \.errors), .init("latency", \.latency)]
  }
}

extension LoadReport.Verification: ReportObject {
  static var members: [ReportMember<Self>] {
    [.init("reference", \.reference), .init("verified", \.verified), .init("wrong", \.wrong), .init("examples", \.examples)]
  }
}

extension LoadReport.Generator: ReportObject {
  static var members: [ReportMember<Self>] {
    [
      .init("missed", \.missed), .init("sent", \.sent), .init("asked", \.asked), .init("latestSend", \.latestSend),
      .init("processorShare", \.processorShare), .init("waited", \.waited), .init("withheld", \.withheld),
      .init(derived: "verdict") { .string($0.verdict.rawValue) }, .init(derived: "reasons") { $0.reasons.json },
    ]
  }
}

extension LoadReport.Check: ReportObject {
  static var members: [ReportMember<Self>] {
    [.init("condition", \.condition), .init("measured", \.measured), .init("crossed", \.isCrossed)]
  }
}

extension LoadReport.LimitSearch: ReportObject {
  static var members: [ReportMember<Self>] {
    [.init("objective", \.objective), .init("steps", \.steps), .init("rate", \.rate), .init("reason", \.reason)]
  }
}

extension LoadReport.LimitSearch.Step: ReportObject {
  static var members: [ReportMember<Self>] { [.init("rate", \.rate), .init("measured", \.measured), .init("kept", \.isKept)] }
}

extension LoadReport.Interval: ReportObject {
  static var members: [ReportMember<Self>] {
    [
      .init("start", \.start), .init("seconds", \.duration), .init("warmUp", \.isWarmUp), .init("intendedRate", \.intendedRate),
      .init("sent", \.sent), .init("done", \.done), .init("errors", \.errors), .init("missed", \.missed), .init("latency", \.latency),
      .init("service", \.service), .init("cacheStatuses", \.cacheStatuses),
    ]
  }

  /// The member `totals` of a report.
  fileprivate var sums: JSON {
    [
      "seconds": .number(duration), "asked": asked.map { .number($0) } ?? .null, "sent": .number(sent), "done": .number(done),
      "errors": .number(errors), "missed": .number(missed), "doneRate": .number(doneRate),
    ]
  }
}

extension LatencyDistribution: ReportValue {
  init?(json: JSON) {
    guard let values = json["values"].flatMap([Int].init(json:)), let counts = json["counts"].flatMap([Int].init(json:)),
      values.count == counts.count
    else { return nil }
    self.init(buckets: zip(values, counts).map { Bucket(value: $0, count: $1) }, maximum: json["max"].flatMap(Int.init(json:)))
  }

  var json: JSON {
    var json: JSON.Object = ["count": .number(count), "min": .number(minimum), "mean": .number(mean)]
    for (name, quantile) in Self.percentiles { json[name] = .number(value(at: quantile)) }
    json["max"] = .number(maximum)
    json["values"] = buckets.map(\.value).json
    json["counts"] = buckets.map(\.count).json
    return .object(json)
  }
}

extension LoadReport.Tally: ReportValue {
  private struct Count: ReportObject {
    var label = ""
    var count = 0
    static var members: [ReportMember<Self>] { [.init("label", \.label), .init("count", \.count)] }
  }

  init?(json: JSON) {
    guard let counts = [Count](json: json) else { return nil }
    self.init(counts.map { (key: $0.label, value: $0.count) })
  }
  var json: JSON { entries.map { Count(label: $0.label, count: $0.count) }.json }
}
