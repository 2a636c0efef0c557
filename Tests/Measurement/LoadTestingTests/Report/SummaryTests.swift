import Testing
import Text

@testable import LoadTesting

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
    #expect(stages.map { Stage($0.0, within: .seconds($0.1)) }.text == text)
  }

  @Test func `a constant rate is the one asked for, however long the last answers take`() {
    var report = SampleReports.small
    report.stages = [Stage(5, within: .zero), Stage(5, within: .seconds(2))]
    #expect(report.answers.hasSuffix("(asked for 5/s)"))
  }

  @Test func `requests that the target kept from being sent are named`() throws {
    var report = SampleReports.small
    report.generator.waited = 1_200
    let waited = "1,200 requests waited, because as many as --outstanding allows had no answer"
    #expect(report.summary().text.contains("\nwaiting      \(waited)\n"))
    report.generator.withheld = 300
    let lost = "\(waited); 300 were never sent, and are in no latency"
    #expect(report.summary().text.contains("\nwaiting      \(lost)\n"))
    #expect(report.html.contains(lost))
    #expect(try LoadReport(parsing: report.jsonFile) == report)
  }

  @Test func `an interrupted run says how many requests had no answer`() {
    let report = LoadReport(
      ending: .interrupted, intervals: [.init(duration: 1, sent: 148, done: 37, errors: 2, latency: SampleReports.distribution([1: 39]))])
    #expect(report.summary().text.contains("; interrupted, with 109 requests unanswered\n"))
  }

  @Test func `a styled summary differs only by escape sequences`() {
    let styled = SampleReports.small.summary(isStyled: true).text
    #expect(styled.contains("\u{1B}[31m1 (12.5 %)\u{1B}[0m\n"))
    #expect(styled.replacing(/\u{1B}\[[0-9;]*m/, with: "") == SampleReports.small.summary().text)
  }

  @Test func `hostile texts reach no terminal`() {
    let report = SampleReports.hostile("\u{1B}]0;x\u{7}\r\n\u{202E}")
    let texts = [
      report.summary(isStyled: true), Comparison(report, report, names: ("\u{1B}[2J", "\n")).text(isStyled: true),
      Comparison(report, SampleReports.small, names: ("\u{1B}[2J", "\n")).text(),
    ]
    for text in texts.map(\.text) {
      let plain = text.replacing(/\u{1B}\[[0-9;]*m/, with: "")
      #expect(!plain.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x7F || $0 == "\u{202E}" })
    }
    #expect(report.summary().text.split(separator: "\n").count < 30)
  }

  @Test func `redirects and requests without an answer are named`() {
    var report = SampleReports.small
    #expect(!report.findings.contains { ["redirects", "end"].contains($0.name) })
    report.statuses = LoadReport.Tally(["200": 1, "301": 2, "308": 1, "unanswered": 1])
    let text = report.summary().text
    #expect(text.contains("redirects are not followed: 3 answers, counted as errors; use "))
    #expect(text.contains("1 request without an answer at the end, counted as errors; use --drain"))
  }

  @Test(
    arguments: [
      (.init(missed: 10, sent: 1_000, asked: 1_000), "kept up: 10 requests late"),
      (.init(missed: 1, sent: 991, asked: 1_000), "kept up: 1 request late"),
      (.init(sent: 1_000, processorShare: 0.94), "was not the bottleneck"),
      (
        .init(missed: 11, sent: 1_000, asked: 1_000),
        "was the bottleneck: 1.1 % of the requests were sent late, by more than a tenth of their latency"
      ),
      (.init(sent: 1_500, asked: 3_000), "was the bottleneck: 1,500 of 3,000 requests were sent"),
      (.init(sent: 0, asked: 1), "was the bottleneck: 0 of 1 requests were sent"),
      (.init(sent: 1, processorShare: 0.99), "was the bottleneck: a thread of the generator was busy 99 % of the time"),
      (.init(sent: 1, asked: 1, processorShare: 0.99), "kept up"), (.init(), "sent nothing"),
    ] as [(LoadReport.Generator, String)])
  func `the generator is judged by late and missing sends, in a closed loop by its busiest thread`(
    generator: LoadReport.Generator, text: String
  ) {
    #expect(generator.text.hasPrefix(text))
  }
}
