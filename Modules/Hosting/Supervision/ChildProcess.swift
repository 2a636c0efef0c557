import Platform
import Subprocess
import SystemPackage

/// One run of a child process, from start to exit.
struct ChildProcess: Sendable {
  enum Command: Sendable {
    /// Sends SIGTERM, and SIGKILL if the process is still running after this time.
    case stop(killAfter: Duration)
    /// Sends SIGABRT, for a crash report with the stack of a process that hangs, and SIGKILL if it is still running after this time.
    case abort(killAfter: Duration)

    var killAfter: Duration {
      switch self {
      case .stop(let time), .abort(let time): time
      }
    }
  }

  let specification: ChildSpecification
  let log: ChildLog
  /// Changes to the environment of this process; `nil` removes a variable.
  var environment: [String: String?] = [:]

  /// Runs the process; returns after it has exited and its output has been read. Its standard input is a pipe that closes when this process
  /// ends, for any reason.
  func run(commands: AsyncStream<Command>, started: @Sendable @escaping (Int32) async -> Void) async -> ProcessTermination {
    var options = PlatformOptions()
    // A separate process group: Ctrl-C in the terminal reaches only the supervisor, which stops the children in order.
    options.processGroupID = 0
    let turn = await StartTurns.own.begin()
    let termination = await run(options, commands: commands) { pid in
      await StartTurns.own.end(turn)
      await started(pid)
    }
    await StartTurns.own.end(turn)
    return termination
  }

  /// The number of descriptors that must be free for a start: nine for the pipes and the process, and five for the epoll of the first start
  /// or for files that other threads open meanwhile.
  private static let descriptorsOfStart = 14

  private func run(
    _ options: PlatformOptions, commands: AsyncStream<Command>, started: @Sendable @escaping (Int32) async -> Void
  ) async -> ProcessTermination {
    // Subprocess ends this process if it runs out of descriptors during a start.
    do { try Descriptor.checkFree(Self.descriptorsOfStart) } catch { return .notStarted(error.reason) }
    do {
      let result = try await Subprocess.run(
        .path(FilePath(specification.executable)), arguments: Arguments(specification.arguments),
        environment: .inherit.updating(variables), platformOptions: options, input: .inputWriter, output: .sequence, error: .sequence
      ) { execution in
        await started(execution.processIdentifier.value)
        let log = log
        let commandTask = Task {
          for await command in commands {
            switch command {
            case .stop: try? execution.send(signal: .terminate)
            case .abort: Platform.Signal.abort.send(to: execution.processIdentifier.value)
            }
            // A process stopped by SIGSTOP handles a signal only after SIGCONT.
            try? execution.send(signal: .resume)
            try? await Task.sleep(for: command.killAfter)
            guard !Task.isCancelled else { return }
            log.append("killed: did not stop within \(command.killAfter)")
            try? execution.send(signal: .kill)
          }
        }
        defer { commandTask.cancel() }
        await withTaskGroup { group in
          group.addTask { await Self.copy(execution.standardOutput, to: log) }
          group.addTask { await Self.copy(execution.standardError, to: log) }
        }
      }
      switch result.terminationStatus {
      case .exited(let code): return .ended(.exited(code))
      case .signaled(let signal): return .ended(.signaled(Platform.Signal(rawValue: signal)))
      }
    } catch {
      return .notStarted("\(error)")
    }
  }

  private var variables: [Subprocess.Environment.Key: String?] {
    Dictionary(uniqueKeysWithValues: environment.map { (Subprocess.Environment.Key(stringLiteral: $0.key), $0.value) })
  }

  /// Copies output to the log. Does not throw: read errors are logged, and the process's termination is reported by its exit status.
  private static func copy(_ output: SubprocessOutputSequence, to log: ChildLog) async {
    var splitter = LineSplitter()
    do {
      for try await buffer in output { buffer.withUnsafeBytes { splitter.append($0) }.forEach(log.append) }
    } catch {
      log.append("cannot read further output: \(error)")
    }
    if let line = splitter.finish() { log.append(line) }
  }
}
