import Hosting
import Platform
import Synchronization
import Text

/// One run of a child process, from start to exit.
struct ChildProcess: Sendable {
  enum Command: Sendable {
    /// Sends SIGTERM, and SIGKILL if the process is still running after this time.
    case stop(killAfter: Duration)
    /// Sends SIGABRT, for a crash report with the stack of a process that hangs, and SIGKILL if it is still running after this time.
    case abort(killAfter: Duration)
  }

  let specification: ChildSpecification
  let log: ChildLog
  /// Variables to set in addition to the environment of this process.
  var environment: [String: String] = [:]

  /// Another start at the same time would inherit the pipes of this one before they are closed on exec.
  private static let startLock = Mutex(())

  /// Runs the process; returns after it has exited and its output has been read. Its standard input is a pipe that closes when this process
  /// ends, for any reason.
  func run(commands: AsyncStream<Command>, started: @Sendable (Int32) async -> Void) async -> ProcessTermination {
    let (process, lifeline, output): (SpawnedProcess, Descriptor, Descriptor)
    do throws(SystemError) {
      (process, lifeline, output) = try Self.startLock.withLock { _ throws(SystemError) in try start() }
    } catch {
      return .notStarted(error.reason)
    }
    await started(process.id)
    let commandTask = Task {
      for await command in commands {
        switch command {
        case .stop(let time): await send(.terminate, to: process.id, killAfter: time)
        case .abort(let time): await send(.abort, to: process.id, killAfter: time)
        }
      }
    }
    let ending = await ending(of: process, copying: output)
    commandTask.cancel()
    withExtendedLifetime(lifeline) {}
    return .ended(ending)
  }

  private func start() throws(SystemError) -> (SpawnedProcess, lifeline: Descriptor, output: Descriptor) {
    let (input, output) = (try Pipe(), try Pipe())
    var spawn = Spawn(specification.executable, specification.arguments)
    spawn.additions = environment
    (spawn.input, spawn.output, spawn.errors) = (.descriptor(input.readEnd), .descriptor(output.writeEnd), .descriptor(output.writeEnd))
    // Ctrl-C in the terminal reaches only the supervisor, which stops the children in order.
    spawn.hasOwnGroup = true
    return (try spawn.start(), input.writeEnd, output.readEnd)
  }

  private func send(_ signal: Signal, to process: Int32, killAfter time: Duration) async {
    signal.send(to: process)
    // A process stopped by SIGSTOP handles a signal only after SIGCONT.
    Signal.continue.send(to: process)
    try? await Task.sleep(for: time)
    guard !Task.isCancelled else { return }
    log.append("killed: did not stop within \(time)")
    Signal.kill.send(to: process)
  }

  /// Copies the output of the process to the log until its end. Uses one sleeping thread.
  private func ending(of process: SpawnedProcess, copying output: Descriptor) async -> ProcessEnding {
    await withCheckedContinuation { continuation in
      do throws(SystemError) {
        try BackgroundThread.start { [log] in
          var splitter = LineSplitter()
          do throws(SystemError) {
            while case let bytes = try output.read(upTo: 65_536), !bytes.isEmpty {
              bytes.withUnsafeBytes { splitter.append($0) }.forEach(log.append)
            }
          } catch {
            log.append("cannot read further output: \(error.reason)")
          }
          if let line = splitter.finish() { log.append(line) }
          continuation.resume(returning: process.wait())
        }
      } catch {
        log.append("no thread can be started: \(error.reason)")
        Signal.kill.send(to: process.id)
        continuation.resume(returning: process.wait())
      }
    }
  }
}

/// The outcome of one run of a child process.
enum ProcessTermination: Sendable, Hashable, CustomStringConvertible {
  case ended(ProcessEnding)
  /// The process could not be started, for the given reason.
  case notStarted(String)
  /// It gave no sign of life for this long, and its supervisor has ended it.
  case hung(Duration)
  /// The same, before it was ready.
  case hungAtStart(Duration)

  var isSignal: Bool { if case .ended(.signaled) = self { true } else { false } }

  var isHungAtStart: Bool { if case .hungAtStart = self { true } else { false } }

  /// Whether a signal that a process does not send to itself has ended it, such as SIGKILL from a person or from the kernel when memory is
  /// short.
  var isFromOutside: Bool {
    guard case .ended(.signaled(let signal)) = self else { return false }
    return [.kill, .terminate, .interrupt, .hangUp].contains(signal)
  }

  var description: String {
    switch self {
    case .ended(.exited(let code)): "exit code \(code)"
    case .ended(.signaled(let signal)): "signal \(signal.rawValue)"
    case .hung(let time): "no sign of life for \(DurationText.format(time))"
    case .hungAtStart(let time): "no sign of life for \(DurationText.format(time)) while it started"
    case .notStarted(let reason): "could not be started: \(reason)"
    }
  }
}
