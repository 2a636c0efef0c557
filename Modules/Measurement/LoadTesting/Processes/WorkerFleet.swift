import MessageBus
import Platform
import Synchronization

/// The processes of a run with `--processes`: this program, started with the same command line.
struct WorkerFleet: Sendable {
  private struct Worker: Sendable {
    let index: Int
    let process: SpawnedProcess
    let lines: AsyncStream<[UInt8]>
  }

  /// How long the processes may take to end after they were asked to.
  private static let grace = Duration.seconds(5)

  private let monitor: RunMonitor
  private let workers: [Worker]
  private let inputs: WorkerInputs

  /// Starts the processes, which connect and then wait for ``run()``. Throws if one cannot be started.
  ///
  /// - Parameters:
  ///   - executable: the path of `holocron-load`.
  ///   - words: the command line; the index of each process is added.
  init(_ executable: String, _ words: [String], count: Int, _ monitor: RunMonitor) throws(Problem) {
    self.monitor = monitor
    var workers: [Worker] = []
    var inputs: [Descriptor] = []
    do throws(SystemError) {
      for index in 0..<count {
        let (input, output) = (try Pipe(), try Pipe())
        var spawn = Spawn(executable, ["--worker", String(index)] + words)
        spawn.input = .descriptor(input.readEnd)
        spawn.output = .descriptor(output.writeEnd)
        let lines = try LineReader.lines(of: output.readEnd)
        workers.append(Worker(index: index, process: try spawn.start(), lines: lines))
        inputs.append(input.writeEnd)
      }
    } catch {
      // The end of their input ends those that were started.
      for worker in workers { worker.process.reapInBackground() }
      throw Problem(500, "cannot start the processes of the run", detail: error.reason)
    }
    self.workers = workers
    self.inputs = WorkerInputs(inputs)
  }

  /// Runs all processes to their end, and hands what they measure to the monitor. Cancelling the task ends them early. Returns the share of
  /// the busiest thread of all processes.
  func run() async throws(Problem) -> Double? {
    // Not cancelled with this task: the last measurements arrive after the processes were asked to end.
    let readers = workers.map { worker in Task { await read(worker) } }
    let results: [Result<Double?, Problem>] = await withTaskCancellationHandler {
      var results: [Result<Double?, Problem>] = []
      for reader in readers { results.append(await reader.value) }
      return results
    } onCancel: {
      inputs.close()
      let killing = workers.map(\.process.id)
      Task {
        // Only a process that hangs still exists then; its ID is not reused before it has been waited for.
        try? await Task.sleep(for: Self.grace)
        inputs.killUnlessEnded(killing)
      }
    }
    inputs.close()
    await wait()
    var shares: [Double] = []
    for result in results { if let share = try result.get() { shares.append(share) } }
    return shares.max()
  }

  /// Reads the messages of a process to its end.
  private func read(_ worker: Worker) async -> Result<Double?, Problem> {
    defer { monitor.finish(worker.index) }
    for await line in worker.lines {
      switch WorkerMessage(line) {
      case .ready: inputs.start(whenReady: workers.count)
      case .piece(let piece): monitor.add(piece, from: worker.index)
      case .done(let share): return .success(share)
      case .failed(let reason): return fail(503, reason)
      case nil: return fail(500, "it wrote something unexpected")
      }
    }
    return fail(500, "it ended early")
  }

  /// Ends the others, too, which would wait for the start.
  private func fail(_ status: Int, _ reason: String) -> Result<Double?, Problem> {
    inputs.close()
    return .failure(Problem(status, "a process of the run failed", detail: reason))
  }

  /// Waits on a thread of its own until all processes have ended.
  private func wait() async {
    let processes = workers.map(\.process)
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      do throws(SystemError) {
        try BackgroundThread.start {
          for process in processes { process.wait() }
          continuation.resume()
        }
      } catch { continuation.resume() }
    }
    inputs.noteEnd()
  }
}

/// The standard inputs of the processes of a run.
private final class WorkerInputs: Sendable {
  private struct State {
    var files: [Descriptor]
    var ready = 0
    var hasEnded = false
  }

  private let state: Mutex<State>

  init(_ files: [Descriptor]) { state = Mutex(State(files: files)) }

  /// Counts a process that is ready. Starts all once there are `count`, so that they start at the same time.
  func start(whenReady count: Int) {
    let files: [Descriptor] = state.withLock { state in
      state.ready += 1
      return state.ready == count ? state.files : []
    }
    // A process that has ended is noticed at the end of its output.
    for file in files { try? file.write(Array("\(WorkerMessage.start)\n".utf8)) }
  }

  func close() { state.withLock { $0.files = [] } }
  func noteEnd() { state.withLock { $0.hasEnded = true } }

  func killUnlessEnded(_ processes: [Int32]) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      for process in processes { Signal.kill.send(to: process) }
    }
  }
}
