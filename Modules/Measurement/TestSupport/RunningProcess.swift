public import Platform
import Subprocess
import Synchronization
import SystemPackage

/// A process started by a test. It is killed when this object is deinitialized.
public final class RunningProcess: Sendable {
  /// An output stream of the process.
  public enum Stream: String, Sendable {
    case output = "standard output"
    case errors = "standard error"
  }

  public typealias Ending = ProcessEnding

  public let pid: Int32
  private let name: String
  private let log: ProcessLog
  private let termination: Task<Ending, any Error>
  private let stopInput: AsyncStream<Void>.Continuation

  /// Starts `executable` (an absolute path) with exactly this environment. Its standard input stays open until ``closeInput()`` or until this
  /// object is deinitialized. Throws if the process cannot be started.
  ///
  /// - Parameter keeping: an object retained until the process has ended, such as its temporary directory.
  public static func start(
    _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:], keeping: (any Sendable)? = nil
  ) async throws -> RunningProcess {
    let log = ProcessLog()
    let (started, startedSignal) = AsyncThrowingStream.makeStream(of: Int32.self)
    let (input, stopInput) = AsyncStream.makeStream(of: Void.self)
    let name = String(executable[(executable.lastIndex(of: "/").map(executable.index(after:)) ?? executable.startIndex)...])
    let termination = Task {
      defer { withExtendedLifetime(keeping) {} }
      do {
        let ending = try await run(executable, arguments, environment, log, input) { startedSignal.yield($0) }
        log.finish("\(name) ended (\(ending)); standard error:\n\(log.text(.errors))")
        return ending
      } catch {
        startedSignal.finish(throwing: error)
        log.finish("cannot run \(name): \(error)")
        throw error
      }
    }
    for try await pid in started { return RunningProcess(pid: pid, name: name, log: log, termination: termination, stopInput: stopInput) }
    throw TestSupportError("\(name) did not start")
  }

  private init(pid: Int32, name: String, log: ProcessLog, termination: Task<Ending, any Error>, stopInput: AsyncStream<Void>.Continuation) {
    self.pid = pid
    self.name = name
    self.log = log
    self.termination = termination
    self.stopInput = stopInput
  }

  deinit {
    stopInput.finish()
    // On cancellation, Subprocess kills the process.
    termination.cancel()
  }

  private static func run(
    _ executable: String, _ arguments: [String], _ environment: [String: String], _ log: ProcessLog, _ input: AsyncStream<Void>,
    started: @Sendable (Int32) -> Void
  ) async throws -> Ending {
    var variables: [Subprocess.Environment.Key: String] = [:]
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
        let inputTask = Task {
          for await _ in input {}
          try? await execution.standardInputWriter.finish()
        }
        try await group.waitForAll()
        inputTask.cancel()
      }
    }
    switch result.terminationStatus {
    case .exited(let code): return .exited(code)
    case .signaled(let signal): return .signaled(Platform.Signal(rawValue: signal))
    }
  }

  /// Standard output so far, complete lines only.
  public var output: String { log.text(.output) }
  /// Standard error so far, complete lines only.
  public var errors: String { log.text(.errors) }

  /// Returns the first line on `stream`, past or future, that contains `text`. If the process ends without one, throws an error that includes its
  /// standard error.
  @discardableResult public func line(on stream: Stream, containing text: String, within limit: Duration = .testLimit) async throws
    -> String
  {
    try await eventually("'\(text)' on \(stream.rawValue) of \(name)", within: limit) { try log.line(on: stream, containing: text) }
  }

  /// Returns the first line on `stream`, past or future.
  public func firstLine(on stream: Stream = .output, within limit: Duration = .testLimit) async throws -> String {
    try await line(on: stream, containing: "", within: limit)
  }

  /// Sends a signal to the process ID, which the kernel does not reuse until the process has been waited for.
  public func send(_ signal: Platform.Signal) { signal.send(to: pid) }

  /// Sends SIGTERM and waits until the process has ended.
  @discardableResult
  public func stop(within limit: Duration = .testLimit) async throws -> Ending {
    send(.terminate)
    return try await ending(within: limit)
  }

  public func closeInput() { stopInput.finish() }

  /// Waits until the process has ended and its output has been read.
  @discardableResult public func ending(within limit: Duration = .testLimit) async throws -> Ending {
    let termination = termination
    return try await TestSupport.within(limit, "the end of \(name) (\(pid))") { try await termination.value }
  }

  /// Waits until the process has ended. If it did not end as `expected`, throws an error that includes its output.
  public func ends(_ expected: Ending, within limit: Duration = .testLimit) async throws {
    let ending = try await ending(within: limit)
    guard ending == expected else {
      throw TestSupportError("\(name) ended \(ending), expected \(expected); output:\n\(output)\(errors)")
    }
  }
}

/// The output lines of a process.
private final class ProcessLog: Sendable {
  private let state = Mutex((lines: [RunningProcess.Stream: [String]](), end: String?.none))

  func text(_ stream: RunningProcess.Stream) -> String { state.withLock { ($0.lines[stream] ?? []).map { $0 + "\n" }.joined() } }

  func append(_ line: String, to stream: RunningProcess.Stream) { state.withLock { $0.lines[stream, default: []].append(line) } }

  /// Ends the log, for a reason.
  func finish(_ reason: String) { state.withLock { $0.end = reason } }

  /// Returns the first line that contains `text`; `nil` if there is none yet. Throws if the process has ended without one.
  func line(on stream: RunningProcess.Stream, containing text: String) throws -> String? {
    try state.withLock { state in
      if let line = state.lines[stream]?.first(where: { text.isEmpty || $0.contains(text) }) { return line }
      if let end = state.end { throw TestSupportError(end) }
      return nil
    }
  }
}
