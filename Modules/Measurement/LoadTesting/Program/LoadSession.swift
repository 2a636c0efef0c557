import Console
import Contracts
import MessageBus
import Platform
import Presentation
import Text
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
    let machine = Machine.current
    let runner = LoadRunner(address: address, echoService: echoService, stop: stop, live: isQuiet ? nil : .standardError)
    let (run, shown, search): (FinishedRun, LoadPlan, LoadReport.LimitSearch?)
    do throws(Problem) {
      let limit = LimitRun(plan: plan, runner: runner) { if !isQuiet { StandardOutput.write("\($0)\n", to: .error) } }
      (run, shown, search) = plan.searchesLimit ? try await limit.search() : (try await runner.run(plan), plan, nil)
    } catch {
      // Nothing was sent yet, so there is nothing to report.
      guard case .interrupted(let signal) = stop.reason else { throw error }
      return signal.exitCode
    }
    let endpoint = address?.description ?? plan.template?.text ?? ""
    // The plan of a trial has a seed of its own.
    let report = ReportBuilder(plan: shown, words: plan.repeatable(words), address: endpoint, machine: machine).report(run, search: search)
    let surface = Surface.standardOutput
    StandardOutput.write(
      printsJSON ? SafeText(report.json, surface.jsonLayout, on: surface) : report.summary(isStyled: surface.painter.usesColor))
    for file in plan.reports { try file.write(report) }
    if case .interrupted(let signal) = stop.reason { return signal.exitCode }
    return exitCode(report, run, shown).number
  }

  /// Starts the worker of the target `echo`, which this run alone uses; `nil` for other targets.
  private func startEcho() throws(Problem) -> EchoWorker? {
    guard plan.target == .echo, let address else { return nil }
    do { return try EchoWorker(echoService, at: address) } catch { throw Problem(error) }
  }

  private func exitCode(_ report: LoadReport, _ run: FinishedRun, _ shown: LoadPlan) -> ExitCode {
    let figures = run.figures(shown)
    if report.ending == .aborted || plan.failIf.contains(where: { $0.holds(for: figures) }) { return .thresholdCrossed }
    if let search = report.limitSearch, search.rate == nil { return .thresholdCrossed }
    if figures.wrong > 0 { return .failure }
    return run.collected.total.answered > 0 ? .success : .unavailable
  }
}
