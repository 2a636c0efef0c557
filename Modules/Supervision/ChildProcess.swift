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
            try? await Task.sleep(for: time)
            guard !Task.isCancelled else { return }
            log.append("did not stop within \(time): killed")
            try? execution.send(signal: .kill)
          }
        }
        defer { obeying.cancel() }
        try await withThrowingTaskGroup { group in
          group.addTask { for try await line in execution.standardOutput.strings() { log.append(line) } }
          group.addTask { for try await line in execution.standardError.strings() { log.append(line) } }
          try await group.waitForAll()
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
}
