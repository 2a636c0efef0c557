import Platform
import Presentation
import Testing
import Text

@testable import LoadTesting

struct ReportingTests {
  private static func view(
    at elapsed: Duration = .seconds(12), askedRate: Double? = 1_000, errors: Int = 0,
    latencies: [Int] = [1_200_000, 2_000_000, 4_100_000, 10_000_000]
  ) -> LiveView {
    LiveView(
      elapsed: elapsed, planned: .seconds(30), isWarmUp: false, rate: 998.4, askedRate: askedRate, latencies: latencies, errors: errors)
  }

  @Test func `the live view says rate, latencies and errors in a line`() {
    #expect(
      Self.view().plain == "12 s of 30 s  errors 0  998/s of 1,000/s  p50 1.20 ms  p90 2.00 ms  p99 4.10 ms  max 10.0 ms")
    #expect(Self.view(latencies: []).plain == "12 s of 30 s  errors 0  998/s of 1,000/s  no answers")
  }

  @Test func `after the planned time, the live view says that the run waits, without a target rate`() {
    #expect(Self.view(at: .milliseconds(30_010), latencies: []).plain == "30 s of 30 s  errors 0  998/s of 1,000/s  no answers")
    for rate in [0, nil] as [Double?] {
      let view = Self.view(at: .seconds(33), askedRate: rate, latencies: [])
      #expect(view.plain == "30 s of 30 s (waiting for answers)  errors 0  998/s  no answers")
    }
  }

  @Test func `on a terminal, the line has as many parts as fit, the most important first`() {
    let painter = Painter(usesColor: false)
    let view = Self.view(errors: 12)
    #expect(view.styled(columns: 200, painter).text == view.plain)
    for columns in 1...120 { #expect(view.styled(columns: columns, painter).text.columns <= columns) }
    #expect(view.styled(columns: 39, painter).text == "12 s of 30 s  errors 12")
    #expect(Self.view(errors: 3).styled(columns: 200, Painter(usesColor: true)).text.contains("\u{1B}[31m"))
  }

  @Test func `the machine is read from proc`() {
    let files = [
      "self/status": "Name:\tx\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1,4\n",
      "cpuinfo": "processor\t: 0\nmodel name\t: AMD EPYC 7B13\nmodel name\t: other\n",
      "meminfo": "MemTotal:        8131232 kB\nMemFree: 1 kB\n", "version": "Linux version 6.1.0-18-amd64 (debian) #1 SMP\n",
      "loadavg": "0.50 1.25 2.00 1/234 5678\n",
    ]
    let machine = Machine { files[$0] ?? "" }
    #expect((machine.cores, machine.model, machine.memory) == (3, "AMD EPYC 7B13", 8_131_232 * 1_024))
    #expect((machine.kernel, machine.load) == ("Linux 6.1.0-18-amd64", [0.5, 1.25, 2]))
    #expect(Machine { ["self/status": "Cpus_allowed_list:\t3-1\n", "meminfo": "MemTotal: much\n"][$0] ?? "" } == Machine())
    #expect(Machine.current.cores ?? 0 > 0)
  }

  @Test func `a report has the plan and the figures`() throws {
    var plan = LoadPlan.test(.constant(100, for: .seconds(2))) {
      $0.warmUp = .seconds(1)
      $0.failIf = Threshold.list("p99>5ms,errors>1%") ?? []
    }
    plan.keys = .zipf(1.1)
    var measured = Measurements()
    for _ in 0..<200 { measured.add(.milliseconds(10), Answer(status: 200, cacheStatus: "a; hit")) }
    measured.waited = 7
    let run = FinishedRun.test(plan, measured, from: .seconds(1), to: .seconds(3))
    let report = ReportBuilder(plan: plan, words: ["cache"], address: "ipc:///bus", machine: Machine()).report(run)
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
