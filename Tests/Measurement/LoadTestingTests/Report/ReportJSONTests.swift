import MessageBus
import OrderedJSON
import TestSupport
import Testing
import Text

@testable import LoadTesting

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
    let page = try ProjectFolder.text("Modules/Measurement/LoadTesting/REPORT.md")
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

  private func error(_ text: String) -> String? {
    let problem = #expect(throws: Problem.self) { try LoadReport(parsing: Array(text.utf8)) }
    return problem?.detail
  }

  @Test(arguments: [
    ("", "not valid JSON at byte "), ("{", "not valid JSON at byte "), ("<!DOCTYPE html>", "not valid JSON at byte "),
    ("{}", "not a report of holocron-load"), ("[]", "not a report of holocron-load"),
    (#"{"schema":"k6","version":1}"#, "not a report of holocron-load"),
    (#"{"schema":"holocron-load-report"}"#, "not a report of holocron-load"),
    (
      #"{"schema":"holocron-load-report","version":2}"#,
      "a report of version 2, but this program reads up to version 1; update holocron-load"
    ),
  ])
  func `another file is refused`(text: String, message: String) { #expect(error(text)?.hasPrefix(message) == true) }

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
      (["program"], nil), (["intervals", "1", "sent"], "many"), (["intervals", "2", "latency", "values"], nil),
      (["latency", "counts"], [1]),
      (["latency", "counts"], [1, -1, 1]), (["generator", "missed"], .number(1e300)), (["stages", "0", "seconds"], -1),
      (["checks", "0", "crossed"], "yes"), (["machine"], []), (["machine", "cores"], "two"), (["command"], "holocron-load"),
      (["target", "name"], 7), (["ending"], "asleep"), (["outstanding"], "some"),
    ] as [([String], JSON?)])
  func `a member that is absent or wrong is refused`(path: [String], value: JSON?) {
    #expect(error(changed(path, to: value).text())?.hasPrefix("not a valid report") == true)
  }

  @Test func `unknown members are ignored`() {
    #expect(LoadReport(json: changed(["weather"], to: "rain")) == SampleReports.small)
    #expect(LoadReport(json: changed(["latency", "p97"], to: 1)) == SampleReports.small)
  }

  @Test func `the largest numbers of a file do no harm`() throws {
    let limit = LatencyDistribution.maximumNumber
    let most = JSON.number(limit)
    #expect(error(changed(["latency", "counts"], to: [most, most, most]).text()) != nil)
    var json = try #require(changed(["latency", "counts"], to: [.number(limit - 2), 1, 1]).object)
    var interval = try #require(json["intervals"]?.array?.last?.object)
    for name in ["sent", "done", "errors", "missed"] { interval[name] = most }
    interval["seconds"] = .number(1e-9)
    interval["start"] = .number(1e15)
    json["intervals"] = .array(Array(repeating: .object(interval), count: 2_000))
    let report = try #require(LoadReport(json: .object(json)))
    #expect(report.totals.sent >= limit)
    #expect(report.html.contains("</html>"))
    #expect(!report.csv.isEmpty && !report.summary().text.isEmpty)
    #expect(!Comparison(report, report, names: ("a", "b")).text().text.isEmpty)
  }
}
