import MessageBus
import Platform

/// One of several processes of a run: sends its share of the requests, and writes its measurements on standard output.
struct WorkerProcess: Sendable {
  let plan: LoadPlan
  let index: Int
  let address: BusAddress?
  let echoService: String

  /// Waits for the start on standard input, runs, and returns. Ends early at the end of file: the first process has ended, or wants the end.
  func run() async {
    let stop = StopSignal()
    do throws(SystemError) {
      let (start, setup) = (try Self.start(stop), await setUp(stop))
      guard let setup else { return }
      Self.write(.ready)
      for await _ in start { break }
      guard stop.reason == nil else {
        Self.write(.done(processorShare: nil))
        return await setup.close()
      }
      await run(setup, stop)
    } catch { Self.write(.failed("cannot start a thread: \(error.reason)")) }
  }

  private func setUp(_ stop: StopSignal) async -> LoadSetup? {
    do throws(Problem) {
      return try await stop.running { () throws(Problem) in try await LoadSetup(plan, at: address, echoService: echoService) }
    } catch {
      Self.write(.failed(error.description))
      return nil
    }
  }

  private func run(_ setup: LoadSetup, _ stop: StopSignal) async {
    let used = ProcessorTime.now
    let timeline = Timeline.starting()
    let engine = setup.engine(Share(index: index, count: plan.processes), Recorder(lanes: plan.frontEnds), timeline)
    await stop.running { await LoadSampler(engine: engine) { Self.write(.piece($0)) }.run() }
    Self.write(.done(processorShare: ProcessorTime.now.busiestShare(since: used, of: timeline.now())))
    await setup.close()
  }

  /// Returns a stream with one element at the start. Requests the end at the end of standard input.
  private static func start(_ stop: StopSignal) throws(SystemError) -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    try BackgroundThread.start {
      var hasStarted = false
      while let bytes = try? StandardStream.input.read(upTo: 256), !bytes.isEmpty {
        if !hasStarted { continuation.yield() }
        hasStarted = true
      }
      stop.request(.interrupted(.interrupt))
      continuation.finish()
    }
    return stream
  }

  /// If the first process has gone away, the end of standard input ends this one.
  private static func write(_ message: WorkerMessage) { StandardStream.output.write(message.line) }
}
