import LoadReports
import Platform
import Presentation
import TerminalText
import Testing

@testable import LoadTesting

struct ReportingTests {
  private static func view(
    at elapsed: Duration = .seconds(12), askedRate: Double? = 1_000, errors: Int = 0, history: [Int] = [],
    latencies: [Int] = [1_200_000, 2_000_000, 4_100_000, 10_000_000]
  ) -> LiveView {
    LiveView(
      elapsed: elapsed, planned: .seconds(30), isWarmUp: false, rate: 998.4, askedRate: askedRate, latencies: latencies, errors: errors,
      history: history)
  }

  @Test func `the live view says rate, latencies and errors in a line`() {
    #expect(
      Self.view().plain == "12 s of 30 s  998/s of 1000/s  p50 1.2 ms  p90 2 ms  p99 4.1 ms  max 10 ms  errors 0")
    #expect(Self.view(latencies: []).plain == "12 s of 30 s  998/s of 1000/s  no answers  errors 0")
  }

  @Test func `after the planned time, the live view says that the run waits, without a target rate`() {
    #expect(Self.view(at: .milliseconds(30_010), latencies: []).plain == "30 s of 30 s  998/s of 1000/s  no answers  errors 0")
    for rate in [0, nil] as [Double?] {
      let view = Self.view(at: .seconds(33), askedRate: rate, latencies: [])
      #expect(view.plain == "30 s of 30 s (waiting for answers)  998/s  no answers  errors 0")
    }
  }

  @Test func `on a terminal, the line fits and shows the time before if there is room`() {
    let painter = Painter(usesColor: false)
    let view = Self.view(history: [1, 2, 4, 8])
    #expect(view.styled(columns: 200, painter).text.hasSuffix("errors 0  ▂▃▅█"))
    for columns in 1...120 { #expect(view.styled(columns: columns, painter).text.columns <= columns) }
    #expect(Self.view(errors: 3).styled(columns: 200, Painter(usesColor: true)).text.contains("\u{1B}[31m"))
  }

  @Test(
    arguments: [
      (91, "12 s of 30 s  998/s of 1000/s  p50 1.2 ms  p90 2 ms  p99 4.1 ms  max 10 ms  errors 12  ▂▃▅█"),
      (90, "12 s of 30 s  998/s of 1000/s  p50 1.2 ms  p90 2 ms  p99 4.1 ms  max 10 ms  errors 12"),
      (79, "12 s of 30 s  998/s of 1000/s  p50 1.2 ms  p90 2 ms  p99 4.1 ms  errors 12"),
      (73, "12 s of 30 s  998/s of 1000/s  p50 1.2 ms  p99 4.1 ms  errors 12"),
      (59, "12 s of 30 s  998/s of 1000/s  p99 4.1 ms  errors 12"), (49, "12 s of 30 s  998/s of 1000/s  errors 12"),
      (39, "12 s of 30 s  998/s  errors 12"), (29, "12 s  998/s  errors 12"), (19, "12 s  errors 12"), (9, "errors 12"), (7, "errors…"),
    ])
  func `on a narrow terminal, the line leaves out whole parts and keeps the errors`(columns: Int, line: String) {
    #expect(Self.view(errors: 12, history: [1, 2, 4, 8]).styled(columns: columns, Painter(usesColor: false)).text == line)
  }

  @Test func `on a narrow terminal, the line still says that the run waits`() {
    let view = Self.view(at: .seconds(33), errors: 3, latencies: [])
    #expect(view.styled(columns: 39, Painter(usesColor: false)).text == "30 s (waiting for answers)  errors 3")
  }

  @Test(arguments: [([], ""), ([0, 0], ""), ([5], "█"), ([0, 100], "▁█"), ([.max, 1], "█▁")] as [([Int], String)])
  func `a sparkline has a bar for each value`(values: [Int], bars: String) {
    #expect(LiveView.sparkline(values) == bars)
    #expect(LiveView.sparkline([Int](repeating: 7, count: 100)).count == LiveView.historyLength)
  }

  @Test func `the machine is read from proc`() {
    #expect(MachineReader.cores(status: "Name:\tx\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1,4\n") == 3)
    #expect(MachineReader.cores(status: "Name:\tx\n") == nil)
    #expect(MachineReader.cores(status: "Cpus_allowed_list:\t3-1\n") == nil)
    #expect(MachineReader.model(cpuinfo: "processor\t: 0\nmodel name\t: AMD EPYC 7B13\nmodel name\t: other\n") == "AMD EPYC 7B13")
    #expect(MachineReader.memory(meminfo: "MemTotal:        8131232 kB\nMemFree: 1 kB\n") == 8_131_232 * 1_024)
    #expect(MachineReader.memory(meminfo: "MemTotal: much\n") == nil)
    #expect(MachineReader.kernel(version: "Linux version 6.1.0-18-amd64 (debian) #1 SMP\n") == "Linux 6.1.0-18-amd64")
    #expect(MachineReader.kernel(version: "") == "")
    #expect(MachineReader.load("0.50 1.25 2.00 1/234 5678\n") == [0.5, 1.25, 2])
    #expect(MachineReader.machine().cores ?? 0 > 0)
  }

  @Test func `processor time is read despite odd thread names`() {
    #expect(ProcessorTime.seconds(stat: "17 (a) b) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20") == 3)
    #expect(ProcessorTime.seconds(stat: "17 (a") == nil)
    #expect(ProcessorTime.seconds(stat: "17 (a) S 1") == nil)
    #expect(ProcessorTime.now.busiestShare(since: .now, of: .zero) == nil)
  }

  @Test func `processor time of a process is read if there is such a process`() {
    #expect(ProcessorTime.seconds(ofProcess: OwnProcess.id) ?? -1 >= 0)
    #expect(ProcessorTime.seconds(ofProcess: .max) == nil)
  }

  @Test func `a report has the plan and the figures`() throws {
    var plan = LoadPlan.test(.constant(100, for: .seconds(2))) {
      $0.warmUp = .seconds(1)
      $0.failIf = Threshold.list("p99>5ms,errors>1%") ?? []
    }
    plan.keys = .zipf(1.1)
    var measurements = Measurements()
    (measurements.waited, measurements.withheld) = (7, 0)
    for _ in 0..<200 {
      measurements.sent += 1
      let timing = RequestTiming(intended: .zero, possible: .zero, sent: .zero, ended: .milliseconds(10))
      measurements.add(RequestOutcome(operation: .record, timing: timing, status: "200", cacheStatus: "hit"))
    }
    var collector = IntervalCollector(warmUp: plan.warmUp, profile: plan.profile)
    collector.add(Piece(start: .seconds(1), end: .seconds(3), sample: Recorder.Sample(measured: measurements)), from: 0)
    collector.finish(0)
    let run = FinishedRun(collected: collector, started: 0, ending: .completed, reference: "the catalogue", processorShare: 0.5)
    let builder = ReportBuilder(plan: plan, words: ["cache"], address: "ipc:///bus", machine: .init())
    let report = builder.report(run)
    #expect(report.command == ["holocron-load", "cache"])
    #expect(report.started == "1970-01-01T00:00:00Z")
    #expect(report.target.requests == "record; keys zipf 1.1")
    #expect(report.latency.count == 200)
    #expect(report.statuses["200"] == 200)
    #expect(report.cacheStatuses["hit"] == 200)
    #expect(report.generator.asked == 200)
    #expect(report.generator.verdict == .keptUp)
    #expect(report.generator.waited == 7)
    #expect(report.checks.map(\.isCrossed) == [true, false])
    #expect(report.checks.map(\.measured) == ["10.0 ms", "0 %"])
    #expect(report.verification?.reference == "the catalogue")
    #expect(try LoadReport(parsing: report.jsonFile) == report)
  }
}
