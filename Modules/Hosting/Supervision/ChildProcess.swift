import Subprocess
import SystemPackage

/// One life of a child: from its start to its end.
struct ChildProcess: Sendable {
  enum Command: Sendable {
    /// SIGTERM now, SIGKILL when it still runs after this time.
    case stop(killAfter: Duration)
  }

  let specification: ChildSpecification
  let log: ChildLog

  /// Runs the process and returns when it has ended and its output is read. Its standard input is a lifeline: it closes when this process is gone, however that ends.
  func run(commands: AsyncStream<Command>, started: @Sendable @escaping (Int32) async -> Void) async -> ProcessEnding {
    var options = PlatformOptions()
    // A group of its own: Ctrl-C in the supervisor's terminal is the supervisor's to hear, which then stops all in order.
    options.processGroupID = 0
    do {
      let result = try await Subprocess.run(
        .path(FilePath(specification.executable)), arguments: Arguments(specification.arguments), platformOptions: options,
        input: .inputWriter, output: .sequence, error: .sequence
      ) { execution in
        await started(execution.processIdentifier.value)
        let log = log
        let obeying = Task {
          for await case .stop(let time) in commands {
            try? execution.send(signal: .terminate)
            // A process that is stopped (SIGSTOP) takes no other signal until it goes on.
            try? execution.send(signal: .resume)
            try? await Task.sleep(for: time)
            guard !Task.isCancelled else { return }
            log.append("did not stop within \(time): killed")
            try? execution.send(signal: .kill)
          }
        }
        defer { obeying.cancel() }
        await withTaskGroup { group in
          group.addTask { await Self.copy(execution.standardOutput, to: log) }
          group.addTask { await Self.copy(execution.standardError, to: log) }
        }
      }
      switch result.terminationStatus {
      case .exited(let code): return .exited(code)
      case .signaled(let signal): return .signaled(signal)
      }
    } catch {
      return .notStarted("\(error)")
    }
  }

  /// Never throws: how a process ended is for its exit status to say, whatever its output was.
  private static func copy(_ output: SubprocessOutputSequence, to log: ChildLog) async {
    var cutter = LineCutter()
    do {
      for try await buffer in output { buffer.withUnsafeBytes { cutter.take($0) }.forEach(log.append) }
    } catch {
      log.append("its output cannot be read any further: \(error)")
    }
    if let line = cutter.finish() { log.append(line) }
  }
}
