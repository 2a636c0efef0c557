import TerminalText
import Testing

@testable import LoadReports

struct SummaryTests {
  @Test func `a summary has the figures of a report`() {
    #expect(
      SampleReports.small.summary().text == """
        cache        ipc:///run/bus  GET /people/1
        plan         to 4/s in 2 s, open loop
        answers      7 of 8 requests succeeded in 2 s, 3.5/s (asked for 4/s)
        errors       1 (12.5 %)
                         p50      p90      p95      p99    p99.9   p99.99      max     mean
        latency      1.00 ms  10.0 ms  10.0 ms  10.0 ms  10.0 ms  10.0 ms  10.0 ms  2.43 ms
        service      1.00 ms  9.00 ms  9.00 ms  9.00 ms  9.00 ms  9.00 ms  9.00 ms  2.14 ms
        queueing        0 ns  1.00 ms  1.00 ms  1.00 ms  1.00 ms  1.00 ms  1.00 ms   143 µs
        p99 by time  █▁  up to 10.0 ms
        status       200: 7 · timeout: 1
        cache        hit 85.7 % · miss 14.3 %
        record       7 succeeded, p50 1.00 ms, p99 10.0 ms, errors 1
        bodies       7 compared with the catalogue, all equal
        generator    kept up: 0 requests late; the latest was sent 200 µs after its time
        limit        4/s keeps p99<5ms
                     the worker had no more credit
        check        p99>5ms: 10.0 ms, crossed
        machine      AMD EPYC, 2 cores, 8 GiB, Linux 6.1.0, load 0.50

        """)
  }

  @Test(arguments: [
    ([(0.0, 0.0)], "0/s at once"), ([(200.0, 0.0), (200.0, 8.0)], "200/s for 8 s"),
    ([(100.0, 10.0), (1_000.0, 30.0), (0.0, 5.0)], "to 100/s in 10 s, then to 1,000/s in 30 s, then to 0/s in 5 s"),
    ([(100.0, 0.0), (500.0, 10.0), (500.0, 20.0)], "100/s at once, then to 500/s in 10 s, then 500/s for 20 s"),
  ])
  func `a plan is put in words`(stages: [(Double, Double)], text: String) {
    #expect(stages.map { LoadReport.Stage(rate: $0.0, duration: $0.1) }.text == text)
  }

  @Test func `a constant rate is the one asked for, however long the last answers take`() {
    var report = SampleReports.small
    report.stages = [.init(rate: 5, duration: 0), .init(rate: 5, duration: 2)]
    #expect(report.answers.hasSuffix("(asked for 5/s)"))
  }

  @Test func `requests that the target kept from being sent are named`() throws {
    var report = SampleReports.small
    report.generator.waited = 1_200
    let waited = "1,200 requests waited, because as many as allowed were outstanding"
    #expect(report.summary().text.contains("\nwaiting      \(waited)\n"))
    report.generator.withheld = 300
    let lost = "\(waited); 300 were never sent, and are in no latency"
    #expect(report.summary().text.contains("\nwaiting      \(lost)\n"))
    #expect(report.html.contains("\(lost)."))
    #expect(try LoadReport(parsing: report.jsonFile) == report)
  }

  @Test func `a run without answers has a summary`() {
    #expect(
      SampleReports.empty.summary().text == """
        echo         ipc:///run/bus
        plan         closed loop of 64
        answers      0 of 0 requests succeeded in 0 s, 0/s; interrupted
        errors       none
                     p50  p90  p95  p99  p99.9  p99.99  max  mean
        latency        –    –    –    –      –       –    –     –
        generator    sent nothing
        machine      unknown

        """)
  }

  @Test func `an interrupted run says how many requests had no answer`() {
    let report = LoadReport(
      program: "holocron-load 0.3.0", command: [], started: "2026-11-22T13:45:00Z", ending: .interrupted,
      target: .init(name: "http", address: "http://127.0.0.1/"), loop: .open,
      intervals: [.init(start: 0, duration: 1, sent: 148, done: 37, errors: 2, latency: SampleReports.distribution([1: 39]))])
    #expect(report.summary().text.contains("; interrupted, with 109 requests unanswered\n"))
  }

  @Test func `one request is not called requests`() {
    var report = SampleReports.small
    report.statuses = LoadReport.Tally(["200": 1, "301": 1, "unanswered": 1])
    report.generator.waited = 1
    report.generator.withheld = 1
    let text = report.summary().text
    #expect(text.contains(" 1 answer is a redirect, which is not followed and counts as an error; use the URL it leads to"))
    #expect(text.contains(" 1 request had no answer when the run ended, and counts as an error; use --drain"))
    #expect(text.contains(" 1 request waited, because as many as allowed were outstanding; 1 was never sent, and is in no latency\n"))
  }

  @Test func `a run whose bodies were not compared does not call them equal`() {
    var report = SampleReports.small
    report.verification = .init(reference: "the first answer for each key", verified: 0, wrong: 0)
    #expect(report.summary().text.contains("\nbodies       none compared with the first answer for each key\n"))
    #expect(report.html.contains("<p>None compared with the first answer for each key.</p>"))
  }

  @Test func `a styled summary differs only by escape sequences`() {
    let styled = SampleReports.small.summary(isStyled: true).text
    #expect(styled.contains("\u{1B}[31m1 (12.5 %)\u{1B}[0m\n"))
    #expect(styled.replacing(/\u{1B}\[[0-9]*m/, with: "") == SampleReports.small.summary().text)
  }

  @Test func `hostile texts reach no terminal`() {
    let report = SampleReports.hostile("\u{1B}]0;x\u{7}\r\n\u{202E}")
    let texts = [
      report.summary(isStyled: true), Comparison(report, report, names: ("\u{1B}[2J", "\n")).text(isStyled: true),
      Comparison(report, SampleReports.small, names: ("\u{1B}[2J", "\n")).text(),
    ]
    for text in texts.map(\.text) {
      let plain = text.replacing(/\u{1B}\[[0-9]*m/, with: "")
      #expect(!plain.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F || $0 == "\u{202E}" })
    }
    #expect(report.summary().text.split(separator: "\n").count < 30)
  }

  @Test func `redirects and requests without an answer are named`() {
    var report = SampleReports.small
    #expect(report.redirects == nil && report.unanswered == nil)
    report.statuses = LoadReport.Tally(["200": 1, "301": 2, "308": 1, "unanswered": 3])
    let text = report.summary().text
    #expect(text.contains("3 answers are redirects, which are not followed and count as errors; use "))
    #expect(text.contains("3 requests had no answer when the run ended, and count as errors; use --drain"))
    report.options.append(LoadReport.Option(name: "--accept-redirects", value: ""))
    #expect(report.summary().text.contains("3 answers are redirects, which are not followed and count as success"))
  }

  @Test func `a comparison is a table with its limits`() throws {
    let (old, new) = (SampleReports.noisy(typical: 100, seed: 1), SampleReports.noisy(typical: 150, seed: 2))
    let comparison = Comparison(old, new, names: ("a.json", "b.json"), limits: [try RegressionLimit(parsing: "p50=10%")])
    let lines = comparison.text().text.split(separator: "\n")
    #expect(lines.count == 12)
    #expect(lines[0].split { $0 == " " } == ["a.json", "b.json", "change", "95", "%", "confidence", "Mann–Whitney", "finding"])
    #expect(lines[1].hasPrefix("p50 ") && lines[1].hasSuffix("worse"))
    #expect(lines[9].hasPrefix("rate ") && lines[9].hasSuffix("noise"))
    #expect(lines[11].hasPrefix("p50=10%: crossed, +"))
    #expect(comparison.text(isStyled: true).text.contains("\u{1B}[31mp50=10%"))
  }

  @Test func `a comparison without values has dashes`() {
    let text = Comparison(SampleReports.empty, SampleReports.empty, names: ("a", "b")).text().text
    #expect(text.contains("\np50"))
    #expect(text.contains("note: a is of a run that was interrupted\n"))
    #expect(text.split(separator: "\n").filter { $0.hasSuffix("unclear") }.count == Metric.standard.count)
  }
}
