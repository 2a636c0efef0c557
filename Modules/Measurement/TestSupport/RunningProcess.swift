import Glibc
import Subprocess
import Synchronization
import SystemPackage

/// A process that a test started. It is killed when the last reference to this object goes.
public final class RunningProcess: Sendable {
  public enum Stream: String, Sendable {
    case output = "standard output"
    case errors = "standard error"
  }

  /// How a process ended.
  public enum Ending: Sendable, Hashable {
    case exited(Int32)
    case signaled(Int32)
  }

  public let pid: Int32
  private let name: String
  private let log: ProcessLog
  private let life: Task<Ending, any Error>
  private let stopInput: AsyncStream<Void>.Continuation

  /// Starts `executable` (an absolute path) with exactly this environment. Its standard input stays open until ``closeInput()`` or until this object goes.
  /// Throws when it cannot be started.
  ///
  /// `keeping` is held until the process has ended: the temporary directory it works in.
  public static func start(
    _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:], keeping: (any Sendable)? = nil
  ) async throws -> RunningProcess {
    let log = ProcessLog()
    let (started, startedSignal) = AsyncThrowingStream.makeStream(of: Int32.self)
    let (input, stopInput) = AsyncStream.makeStream(of: Void.self)
    let name = String(executable[(executable.lastIndex(of: "/").map(executable.index(after:)) ?? executable.startIndex)...])
    let life = Task {
      defer { withExtendedLifetime(keeping) {} }
      do {
        let ending = try await run(executable, arguments, environment, log, input) { startedSignal.yield($0) }
        log.finish("\(name) ended (\(ending)); it wrote to standard error:\n\(log.text(.errors))")
        return ending
      } catch {
        startedSignal.finish(throwing: error)
        log.finish("\(name) could not be run: \(error)")
        throw error
      }
    }
    for try await pid in started { return RunningProcess(pid: pid, name: name, log: log, life: life, stopInput: stopInput) }
    throw TestSupportError("\(name) did not start")
  }

  private init(pid: Int32, name: String, log: ProcessLog, life: Task<Ending, any Error>, stopInput: AsyncStream<Void>.Continuation) {
    self.pid = pid
    self.name = name
    self.log = log
    self.life = life
    self.stopInput = stopInput
  }

  deinit {
    stopInput.finish()
    // Cancelling makes Subprocess kill what still runs.
    life.cancel()
  }

  private static func run(
    _ executable: String, _ arguments: [String], _ environment: [String: String], _ log: ProcessLog, _ input: AsyncStream<Void>,
    started: @Sendable (Int32) -> Void
  ) async throws -> Ending {
    var variables: [Environment.Key: String] = [:]
    for (key, value) in environment { variables[Environment.Key(stringLiteral: key)] = value }
    let result = try await Subprocess.run(
      .path(FilePath(executable)), arguments: Arguments(arguments), environment: .custom(variables), input: .inputWriter, output: .sequence,
      error: .sequence
    ) { execution in
      started(execution.processIdentifier.value)
      try await withThrowingTaskGroup { group in
        group.addTask {
          for try await line in execution.standardOutput.strings(bufferingPolicy: .unbounded) { log.append(line, to: .output) }
        }
        group.addTask {
          for try await line in execution.standardError.strings(bufferingPolicy: .unbounded) { log.append(line, to: .errors) }
        }
        let feeding = Task {
          for await _ in input {}
          try? await execution.standardInputWriter.finish()
        }
        try await group.waitForAll()
        feeding.cancel()
      }
    }
    switch result.terminationStatus {
    case .exited(let code): return .exited(code)
    case .signaled(let signal): return .signaled(signal)
    }
  }

  /// What it wrote so far, whole lines.
  public var output: String { log.text(.output) }
  public var errors: String { log.text(.errors) }

  /// The first line on `stream`, written already or to come, that holds `text`. Throws, with all it wrote, when it ends without one.
  @discardableResult public func line(on stream: Stream, containing text: String, within limit: Duration = .testLimit) async throws
    -> String
  {
    let log = log
    return try await TestSupport.within(limit, "'\(text)' on \(stream.rawValue) of \(name)") {
      try await log.line(on: stream) { $0.contains(text) }
    }
  }

  /// The first line on `stream`, written already or to come.
  public func firstLine(on stream: Stream = .output, within limit: Duration = .testLimit) async throws -> String {
    try await line(on: stream, containing: "", within: limit)
  }

  /// Sends a signal. A process that has ended already is left in peace: its number may be another's by now, and the kernel keeps it until it is waited for.
  public func send(_ signal: Int32) { kill(pid, signal) }

  /// Asks it to stop (SIGTERM) and waits until it has.
  @discardableResult
  public func stop(within limit: Duration = .testLimit) async throws -> Ending {
    send(SIGTERM)
    return try await ending(within: limit)
  }

  public func closeInput() { stopInput.finish() }

  /// Waits until it has ended and its output is read.
  @discardableResult public func ending(within limit: Duration = .testLimit) async throws -> Ending {
    let life = life
    return try await TestSupport.within(limit, "the end of \(name) (\(pid))") { try await life.value }
  }

  /// Waits until it has ended, and throws, with what it wrote, when that was not as `expected`.
  public func ends(_ expected: Ending, within limit: Duration = .testLimit) async throws {
    let ending = try await ending(within: limit)
    guard ending == expected else {
      throw TestSupportError("\(name) ended \(ending), not \(expected); it wrote:\n\(output)\(errors)")
    }
  }
}
