import LoadReports
import OrderedJSON
import TerminalText
import TestSupport
import Testing

struct ReportJSONTests {
  @Test func `a report that is written and read is the same`() throws {
    let hostile = SampleReports.hostile("\"\\\u{0}\n</script>\u{1F600}")
    for report in [SampleReports.small, SampleReports.empty, hostile, SampleReports.noisy(typical: 100, seed: 1)] {
      let bytes = report.jsonFile
      #expect(bytes.last == UInt8(ascii: "\n"))
      #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 1)
      #expect(try LoadReport(parsing: bytes) == report)
    }
  }

  @Test func `the form of a small report is the documented one`() {
    let json = SampleReports.small.json
    #expect(json["schema"] == "holocron-load-report")
    #expect(json["version"] == 1)
    #expect(
      json["latency"]?.text()
        == #"{"count":7,"min":1000000,"mean":2428571.4285714286,"p50":1000000,"p90":10000000,"p95":10000000,"p99":10000000,"p99.9":10000000,"#
        + #""p99.99":10000000,"max":10000000,"values":[1000000,2000000,10000000],"counts":[5,1,1]}"#)
    #expect(
      json["totals"]?.text() == #"{"seconds":2,"asked":8,"sent":8,"done":7,"errors":1,"missed":0,"doneRate":3.5}"#)
    #expect(json["statuses"]?.text() == #"[{"label":"200","count":7},{"label":"timeout","count":1}]"#)
    #expect(json["intervals"]?.array?.first?["warmUp"] == true)
    #expect(SampleReports.empty.json["outstanding"] == 64)
    #expect(SampleReports.empty.json["ending"] == "interrupted")
  }

  @Test func `every member is documented`() throws {
    let page = try ProjectFolder.text("Modules/Measurement/LoadReports/REPORT.md")
    var names: Set<String> = []
    func collect(_ json: JSON) {
      for member in json.object ?? [:] {
        names.insert(member.name)
        collect(member.value)
      }
      for element in json.array ?? [] { collect(element) }
    }
    for report in [SampleReports.small, SampleReports.empty, SampleReports.hostile("x")] { collect(report.json) }
    #expect(names.count > 50)
    for name in names { #expect(page.contains("`\(name)`"), "REPORT.md does not describe '\(name)'") }
    #expect(page.contains("This page describes version \(LoadReport.version)."))
  }

  private func error(_ text: String) -> ReportError? {
    #expect(throws: ReportError.self) { try LoadReport(parsing: Array(text.utf8)) }
  }

  @Test(arguments: ["", "{", "Value     Percentile TotalCount", "<!DOCTYPE html>"]) func `a file that is no JSON is refused`(text: String) {
    let error = error(text)
    #expect(error?.code == .notJSON)
    #expect(error?.message.hasPrefix("not valid JSON at byte ") == true)
  }

  @Test(arguments: ["{}", "[]", "1", #"{"schema":"k6","version":1}"#, #"{"schema":"holocron-load-report"}"#])
  func `JSON of another kind is refused`(text: String) {
    let error = error(text)
    #expect(error?.code == .notReport)
    #expect(error?.message.hasPrefix("not a report of holocron-load") == true)
  }

  @Test func `a report of a newer version is refused, whatever else it has`() {
    let error = error(#"{"schema":"holocron-load-report","version":2}"#)
    #expect(error?.code == .newerVersion)
    #expect(error?.message == "a report of version 2, but this program reads up to version 1; update holocron-load")
  }

  /// Returns the sample with `value` as the member at `path`.
  private func changed(_ path: [String], to value: JSON?) -> JSON {
    func change(_ json: JSON, _ path: ArraySlice<String>) -> JSON {
      guard let name = path.first else { return json }
      if case .array(var elements) = json, let index = Int(name) {
        elements[index] = change(elements[index], path.dropFirst())
        return .array(elements)
      }
      guard var object = json.object else { return json }
      object[name] = path.count == 1 ? value : object[name].map { change($0, path.dropFirst()) }
      return .object(object)
    }
    return change(SampleReports.small.json, path[...])
  }

  @Test(
    arguments: [
      (["program"], nil, "a value at 'program'"),
      (["intervals", "1", "sent"], "many", "an integer from 0 to 2^53 at 'intervals[1].sent'"),
      (["intervals", "2", "latency", "values"], nil, "a value at 'intervals[2].latency.values'"),
      (["latency", "counts"], [1], "as many counts as values at 'latency'"),
      (["latency", "counts"], [1, -1, 1], "an integer from 0 to 2^53 at 'latency.counts[1]'"),
      (["generator", "missed"], .number(1e300), "an integer from 0 to 2^53 at 'generator.missed'"),
      (["stages", "0", "seconds"], -1, "a number from 0 to 10^15 at 'stages[0].seconds'"),
      (["checks", "0", "crossed"], "yes", "true or false at 'checks[0].crossed'"),
      (["machine"], [], "an object at 'machine'"),
      (["command"], "holocron-load", "an array at 'command'"),
      (["target", "name"], 7, "a string at 'target.name'"),
    ] as [([String], JSON?, String)])
  func `a member that is absent or wrong is named`(path: [String], value: JSON?, expected: String) {
    let error = error(changed(path, to: value).text())
    #expect(error?.code == .invalidMember)
    #expect(error?.message == "not a valid report: expected \(expected)")
  }

  @Test func `unknown members are ignored`() throws {
    #expect(try LoadReport(changed(["weather"], to: "rain")) == SampleReports.small)
    #expect(try LoadReport(changed(["latency", "p97"], to: 1)) == SampleReports.small)
  }

  @Test func `an ending or a loop that is unknown is refused`() {
    #expect(error(changed(["ending"], to: "asleep").text())?.message == "not a valid report: unknown ending 'asleep'")
    #expect(error(changed(["loop"], to: "half-open").text())?.message == "not a valid report: unknown loop 'half-open'")
  }

  @Test func `the largest numbers of a file do no harm`() throws {
    let most = JSON.number(LatencyDistribution.maximumNumber)
    var report = try #require(changed(["latency", "counts"], to: [most, most, most]).object)
    var interval = try #require(report["intervals"]?.array?.last?.object)
    for name in ["sent", "done", "errors", "missed"] { interval[name] = most }
    interval["seconds"] = .number(1e-9)
    interval["start"] = .number(1e15)
    report["intervals"] = .array(Array(repeating: .object(interval), count: 2_000))
    try checkThatNothingTraps(LoadReport(.object(report)))
  }

  private func checkThatNothingTraps(_ report: LoadReport) {
    #expect(report.totals.sent == LatencyDistribution.maximumNumber)
    #expect(report.html.contains("</html>"))
    #expect(!report.csv.isEmpty && !report.latency.hgrm.isEmpty && !report.summary().text.isEmpty)
    #expect(!Comparison(report, report, names: ("a", "b")).html.isEmpty)
  }
}
