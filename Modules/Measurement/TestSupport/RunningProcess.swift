public import Platform
import Synchronization

/// A process started by a test. It is killed when this object is deinitialized.
public final class RunningProcess: Sendable {
  /// An output stream of the process.
  public enum Stream: String, Sendable {
    case output = "standard output"
    case errors = "standard error"
  }

  public typealias Ending = ProcessEnding

  private let process: SpawnedProcess
  private let name: String
  private let input: Mutex<Descriptor?>
  private let log = ProcessLog()
  private let termination: Task<Ending, Never>

  public var pid: Int32 { process.id }

  /// Starts `executable` (an absolute path) with exactly this environment. Its standard input stays open until ``closeInput()`` or until this
  /// object is deinitialized. Throws if the process cannot be started.
  ///
  /// - Parameter keeping: an object retained until the process has ended, such as its temporary directory.
  public static func start(
    _ executable: String, _ arguments: [String] = [], environment: [String: String] = [:], keeping: (any Sendable)? = nil
  ) async throws -> RunningProcess {
    try RunningProcess(Spawn(executable, arguments, environment: environment), keeping)
  }

  private init(_ program: Spawn, _ kept: (any Sendable)?) throws {
    let (input, output, errors) = (try Pipe(), try Pipe(), try Pipe())
    var spawn = program
    (spawn.input, spawn.output, spawn.errors) = (.descriptor(input.readEnd), .descriptor(output.writeEnd), .descriptor(errors.writeEnd))
    process = try spawn.start()
    name = program.executable.split(separator: "/").last.map(String.init) ?? ""
    self.input = Mutex(input.writeEnd)
    let (endings, ending) = AsyncStream.makeStream(of: Ending.self)
    termination = Task { await endings.first { _ in true } ?? .exited(-1) }
    let streams = [(Stream.output, output.readEnd), (.errors, errors.readEnd)]
    try BackgroundThread.start { [process, name, log] in
      var open = streams
      while !open.isEmpty {
        let ready = Polling.wait(for: open.map(\.1.number), within: nil)
        for index in open.indices.reversed() where !ready[index].isEmpty {
          let bytes = (try? open[index].1.read(upTo: 65_536)) ?? []
          log.append(bytes, to: open[index].0)
          if bytes.isEmpty { open.remove(at: index) }
        }
      }
      let end = process.wait()
      log.finish("\(name) ended (\(end)); standard error:\n\(log.text(.errors))")
      ending.yield(end)
      withExtendedLifetime(kept) {}
    }
  }

  deinit { if !log.hasEnded { send(.kill) } }

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
  public func send(_ signal: Signal) { signal.send(to: pid) }

  /// Sends SIGTERM and waits until the process has ended.
  @discardableResult public func stop(within limit: Duration = .testLimit) async throws -> Ending {
    send(.terminate)
    return try await ending(within: limit)
  }

  public func closeInput() { input.withLock { $0 = nil } }

  /// Waits until the process has ended and its output has been read.
  @discardableResult public func ending(within limit: Duration = .testLimit) async throws -> Ending {
    let termination = termination
    return try await TestSupport.within(limit, "the end of \(name) (\(pid))") { await termination.value }
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
  private struct State {
    var lines: [RunningProcess.Stream: [String]] = [:]
    /// The start of a line that has not ended.
    var rest: [RunningProcess.Stream: [UInt8]] = [:]
    var end: String?
  }

  private let state = Mutex(State())

  var hasEnded: Bool { state.withLock { $0.end != nil } }

  func text(_ stream: RunningProcess.Stream) -> String { state.withLock { ($0.lines[stream] ?? []).map { $0 + "\n" }.joined() } }

  /// Appends a part of the output; no bytes mean its end.
  func append(_ bytes: [UInt8], to stream: RunningProcess.Stream) {
    state.withLock { state in
      var parts = ((state.rest[stream] ?? []) + bytes).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      state.rest[stream] = bytes.isEmpty || parts.last?.isEmpty == true ? [] : Array(parts.last ?? [])
      if !bytes.isEmpty || parts.last?.isEmpty == true { parts.removeLast() }
      state.lines[stream, default: []] += parts.map { line in
        String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
      }
    }
  }

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
