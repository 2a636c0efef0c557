import Contracts
import MessageBus
import OrderedJSON

/// What a load test did and measured. `REPORT.md` describes its JSON.
///
/// Figures of the whole run (``latency``, ``statuses``, ``totals``, …) exclude the warm-up.
struct LoadReport: ReportObject, Hashable {
  /// Name and version of the program: `holocron-load 0.3.0`.
  var program = ""
  /// The command line, beginning with the name of the program.
  var command: [String] = []
  /// The start in UTC, as RFC 3339 writes it.
  var started = ""
  var ending = Ending.completed
  /// Why the run was aborted, as a sentence.
  var endingReason: String?
  var machine = Machine()
  var target = Target()
  /// The number of outstanding requests of a closed loop; `nil` in an open loop.
  var outstanding: Int?
  /// The options that shaped the load, with the values in effect.
  var options: [Option] = []
  var stages: [Stage] = []
  /// The seconds that rates of the whole run refer to: those of the plan of an open loop. `nil` for the time of the intervals.
  var seconds: Double?
  /// Parts of the run in order of time, usually one per second.
  var intervals: [Interval] = []
  /// Time from the intended send time to the end of the answer.
  var latency = LatencyDistribution()
  /// Time from the actual send to the end of the answer. In a closed loop, the same as ``latency``.
  var service = LatencyDistribution()
  /// Time from the intended send time to the actual send.
  var queueing = LatencyDistribution()
  /// Answers by status, such as `200`; failures without an answer by their reason, such as `deadline-exceeded`.
  var statuses = Tally()
  /// Answers by what `Cache-Status` says (RFC 9211): `hit`, `miss`, `stale`.
  var cacheStatuses = Tally()
  /// Requests by the parts of a mix: `record`, `list`, `search`.
  var operations: [Operation] = []
  var verification: Verification?
  var generator = Generator()
  var checks: [Check] = []
  var limitSearch: LimitSearch?

  /// The entry of ``statuses`` for requests that had no answer when the run ended; they are errors.
  static let unanswered = "unanswered"
  /// The number of intervals at which the builder of a report joins neighbours.
  static let maximumIntervals = 1_200

  /// The sums of all intervals after the warm-up, without latencies.
  var totals: Interval { .sum(of: intervals.filter { !$0.isWarmUp }, over: seconds) }

  var isOpenLoop: Bool { outstanding == nil }

  static let members: [ReportMember<LoadReport>] = [
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

  /// How the run ended.
  enum Ending: String, ReportValue {
    case completed
    /// By a signal; the report covers the time before.
    case interrupted
    /// By `--abort-if`.
    case aborted
  }

  struct Target: ReportObject, Hashable {
    var name = ""
    /// The endpoint of the bus, or a URL.
    var address = ""
    /// What was requested, in a few words: `GET /people/1`, `record; keys zipf 1.1`.
    var requests = ""

    /// The address and the requests, as far as they are known. Requests to a URL contain the address, which is then left out.
    var parts: [String] { [requests.hasPrefix(address) ? "" : address, requests].filter { !$0.isEmpty } }

    static let members: [ReportMember<Self>] = [.init("name", \.name), .init("address", \.address), .init("requests", \.requests)]
  }

  /// An option and its value in effect.
  struct Option: ReportObject, Hashable {
    var name = ""
    var value = ""
    static let members: [ReportMember<Self>] = [.init("name", \.name), .init("value", \.value)]
  }

  /// A part of a mix of requests.
  struct Operation: ReportObject, Hashable {
    var name = ""
    var done = 0
    var errors = 0
    var latency = LatencyDistribution()

    static let members: [ReportMember<Self>] = [
      .init("name", \.name), .init("done", \.done), .init("errors", \.errors), .init("latency", \.latency),
    ]
  }

  /// What the comparison of bodies found.
  struct Verification: ReportObject, Hashable {
    /// What bodies were compared with: `the catalogue`.
    var reference = ""
    var verified = 0
    var wrong = 0
    /// The first errors, whether a wrong body or a failed request, one sentence each.
    var examples: [String] = []

    static let members: [ReportMember<Self>] = [
      .init("reference", \.reference), .init("verified", \.verified), .init("wrong", \.wrong), .init("examples", \.examples),
    ]

    /// `7 compared with the catalogue, all equal`
    var text: String {
      guard verified > 0 else { return "none compared with \(reference)" }
      return "\(Quantity.count(verified)) compared with \(reference), \(wrong == 0 ? "all equal" : "\(Quantity.count(wrong)) differ")"
    }
  }

  /// A condition of `--fail-if` or `--abort-if`, and whether the run met it.
  struct Check: ReportObject, Hashable {
    /// The condition as the user wrote it: `p99>5ms`.
    var condition = ""
    /// The measured value with its unit: `7.20 ms`.
    var measured = ""
    var isCrossed = false

    static let members: [ReportMember<Self>] = [
      .init("condition", \.condition), .init("measured", \.measured), .init("crossed", \.isCrossed),
    ]
  }

  /// A search for the highest rate that keeps an objective.
  struct LimitSearch: ReportObject, Hashable {
    /// A trial at one rate.
    struct Step: ReportObject, Hashable {
      /// Requests per second that were asked for.
      var rate = 0.0
      /// The measured value with its unit.
      var measured = ""
      var isKept = false

      static let members: [ReportMember<Self>] = [.init("rate", \.rate), .init("measured", \.measured), .init("kept", \.isKept)]
    }

    /// The condition that must hold: `p99<5ms`.
    var objective = ""
    var steps: [Step] = []
    /// The highest rate that kept the objective; `nil` if none did.
    var rate: Double?
    /// What gave out first, as a sentence.
    var reason = ""

    static let members: [ReportMember<Self>] = [
      .init("objective", \.objective), .init("steps", \.steps), .init("rate", \.rate), .init("reason", \.reason),
    ]

    /// `12,000/s keeps p99<5ms`
    var result: String { rate.map { "\(Quantity.rate($0)) keeps \(objective)" } ?? "no rate keeps \(objective)" }
  }
}

extension LoadReport {
  static let schema = "holocron-load-report"
  /// The version of the JSON. A version that readers of the previous one would misread has a higher number.
  static let version = 1
  /// No report that this program writes is larger.
  static let maximumBytes = 128 << 20

  /// The file of `--report NAME.json`: one line of JSON.
  var jsonFile: [UInt8] { json.bytes() + [0x0A] }

  /// Reads a report as ``json`` writes it. Ignores members with unknown names. Throws a 400 that says what is wrong.
  init(parsing bytes: [UInt8]) throws(Problem) {
    func invalid(_ detail: String) -> Problem { .badRequest("", detail) }
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
