import Console
import Contracts
import LoadReports
import MessageBus
import Platform
import Presentation
import TerminalText
import UnixSignals

/// One start of the program: runs the plan, prints the summary, writes the reports and judges the run.
struct LoadSession: Sendable {
  let plan: LoadPlan
  /// The command line without the name of the program.
  let words: [String]
  /// `nil` if the target is not on the bus.
  let address: BusAddress?
  let isQuiet: Bool
  /// Whether the report is printed as JSON instead of the summary.
  let printsJSON: Bool

  private var echoService: String { "load.echo.\(OwnProcess.id)" }

  /// Returns the exit code.
  func run() async throws(Problem) -> Int32 {
    for file in plan.reports { try file.check() }
    let stop = StopSignal()
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
    let stopping = Task {
      var first: Signal?
      for await signal in signals {
        // The second time, the report does not matter any more.
        if let first { OwnProcess.exitAtOnce(first.exitCode) }
        let received: Signal = signal == .sigterm ? .terminate : .interrupt
        first = received
        stop.request(.interrupted(received))
      }
    }
    defer { stopping.cancel() }
    let echo = try startEcho()
    defer { withExtendedLifetime(echo) {} }
    let machine = MachineReader.machine()
    let runner = LoadRunner(
      words: words, address: address, echoService: echoService, stop: stop, live: isQuiet ? nil : .standardError)
    let (run, shown, search): (FinishedRun, LoadPlan, LoadReport.LimitSearch?)
    do throws(Problem) { (run, shown, search) = try await measure(runner) } catch {
      // Nothing was sent yet, so there is nothing to report.
      guard case .interrupted(let signal) = stop.reason else { throw error }
      return signal.exitCode
    }
    let endpoint = address?.requests.description ?? plan.template?.text ?? ""
    // The plan of a trial has a seed of its own.
    let builder = ReportBuilder(plan: shown, words: plan.repeatable(words), address: endpoint, machine: machine)
    let report = builder.report(run, search: search)
    StandardOutput.write(Self.output(report, asJSON: printsJSON, on: .standardOutput))
    noteWaiting(run.collected.total, shown)
    try Self.write(report, to: plan.reports)
    if case .interrupted(let signal) = stop.reason { return signal.exitCode }
    return exitCode(report, run, shown).number
  }

  private func measure(_ runner: LoadRunner) async throws(Problem) -> (FinishedRun, LoadPlan, LoadReport.LimitSearch?) {
    guard plan.searchesLimit else { return (try await runner.run(plan), plan, nil) }
    let limit = LimitRun(plan: plan, runner: runner) { sentence in
      if !isQuiet { StandardOutput.write("\(sentence)\n", to: .error) }
    }
    let (run, shown, search) = try await limit.search()
    return (run, shown, search)
  }

  /// Starts the worker of the target `echo`, which this run alone uses; `nil` for other targets.
  private func startEcho() throws(Problem) -> EchoWorker? {
    guard plan.target == .echo, let address else { return nil }
    do { return try EchoWorker(echoService, at: address) } catch { throw Problem(error) }
  }

  /// Says so if the target, and not the generator, kept requests from being sent in time.
  private func noteWaiting(_ measurements: Measurements, _ shown: LoadPlan) {
    guard case .open = shown.pacing, measurements.waited + measurements.withheld > measurements.sent / 100 else { return }
    let isOwnLimit = !shown.target.usesBus && shown.descriptorsNeeded + shown.frontEnds > OwnProcess.raiseFileLimit()
    let text = Self.waitingNote(measurements, limit: shown.outstandingLimit * shown.processes, isOwn: isOwnLimit)
    StandardOutput.write("\(LoadProgram.name): \(text)\n", to: .error)
  }

  /// Returns the sentence about requests that were not sent in time because as many as `limit` were outstanding. `isOwn`: whether this process
  /// may not open more connections.
  static func waitingNote(_ measurements: Measurements, limit: Int, isOwn: Bool = false) -> String {
    func were(_ count: Int) -> String { "\(Quantity.count(count)) \(count == 1 ? "was" : "were")" }
    return """
      \(isOwn ? "this process may not open more files (ulimit -n)" : "the target did not keep up"): \(Quantity.count(measurements.waited, "request")) waited and \(were(measurements.withheld)) not sent, \
      because \(were(limit)) outstanding; use a lower --rate, or a higher --outstanding
      """
  }

  private static func output(_ report: LoadReport, asJSON: Bool, on surface: Surface) -> SafeText {
    asJSON ? SafeText(report.json, surface.jsonLayout, on: surface) : report.summary(isStyled: surface.painter.usesColor)
  }

  private static func write(_ report: LoadReport, to files: [ReportFile]) throws(Problem) {
    for file in files {
      let bytes: [UInt8] =
        switch file.form {
        case .html: Array(report.html.utf8)
        case .json: report.jsonFile
        case .csv: Array(report.csv.utf8)
        case .hgrm: Array(report.latency.hgrm.utf8)
        }
      try file.write(bytes)
    }
  }

  private func exitCode(_ report: LoadReport, _ run: FinishedRun, _ shown: LoadPlan) -> ExitCode {
    let figures = run.figures(shown)
    if case .aborted = report.ending { return .thresholdCrossed }
    if plan.failIf.contains(where: { $0.holds(for: figures) }) { return .thresholdCrossed }
    if let search = report.limitSearch, search.rate == nil { return .thresholdCrossed }
    if figures.measurements.wrong > 0 { return .failure }
    return figures.measurements.answered > 0 ? .success : .unavailable
  }
}

extension ReportFile {
  /// Finds out before a run whether the file can be written. Leaves no empty file, because a run may fail before there is a report.
  func check() throws(Problem) {
    // This creates no file in the place of another, so that the one removed is its own.
    if (try? FileSystem.createPrivate(path)) != nil {
      FileSystem.remove(path)
      return
    }
    do throws(SystemError) { _ = try Descriptor.open(path, for: .appending) } catch { throw problem(error) }
  }

  /// Replaces the file.
  func write(_ bytes: [UInt8]) throws(Problem) {
    do throws(SystemError) { try Descriptor.open(path, for: .replacing).write(bytes) } catch { throw problem(error) }
  }

  private func problem(_ error: SystemError) -> Problem {
    Problem(500, "cannot write the report", detail: "\(path): \(error.reason)")
  }
}
