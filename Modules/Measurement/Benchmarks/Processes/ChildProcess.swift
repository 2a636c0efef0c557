import Platform

/// A process of a benchmark, terminated with this object.
final class ChildProcess {
  private let process: SpawnedProcess
  private let command: String
  /// The write end of the process's standard input, which the kernel closes when this process ends, however it ends.
  private let lifeline: Descriptor
  /// How the process ended; `nil` until that has been found out.
  private var ending: ProcessEnding?
  /// The read end of the process's standard output, if it is read.
  private let output: Descriptor?

  /// Starts a process with exactly this environment. It should end when its standard input does.
  /// - Parameter isRead: whether to read its standard output, with ``readLine()``; discarded otherwise.
  init(_ arguments: [String], environment: [String: String], isRead: Bool = false, errors: Spawn.Stream = .inherited) throws {
    let input = try Pipe()
    let output = try isRead ? Pipe() : nil
    var spawn = Spawn(arguments[0], Array(arguments.dropFirst()), environment: environment)
    (spawn.input, spawn.errors) = (.descriptor(input.readEnd), errors)
    spawn.output = output.map { .descriptor($0.writeEnd) } ?? .none
    process = try spawn.start()
    command = arguments.joined(separator: " ")
    lifeline = input.writeEnd
    self.output = output?.readEnd
  }

  deinit { end() }

  /// Terminates the process, unless that has been done, and waits for its end.
  func end() {
    guard ending == nil else { return }
    Signal.terminate.send(to: process.id)
    // A stopped process would not see the other signal.
    Signal.continue.send(to: process.id)
    ending = process.wait()
  }

  /// Sends a signal, unless the process is known to have ended.
  func send(_ signal: Signal) { if ending == nil { signal.send(to: process.id) } }

  func kill() {
    send(.kill)
    if ending == nil { ending = process.wait() }
  }

  /// Returns how the process ended, or `nil` while it is running.
  func endingIfAny() -> ProcessEnding? {
    if ending == nil { ending = process.endingIfAny() }
    return ending
  }

  /// The memory of the process; NaN after its end.
  var memory: ResidentMemory { ResidentMemory(ofProcess: process.id) }

  /// Seconds of processor time that the process has used, in steps of 10 ms.
  var processorTime: Double { ProcessorTime.seconds(ofProcess: process.id) ?? .nan }

  func write(line: String) throws { try lifeline.write(Array(line.utf8) + [0x0A]) }

  /// Waits for a line of standard output and returns it. Reads byte by byte, for short lines. Throws if the output ends.
  func readLine() throws -> String {
    var line: [UInt8] = []
    while let byte = try output?.read(upTo: 1).first {
      if byte == 0x0A { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    throw BenchmarkError("'\(command)' ended early; its output: \(String(decoding: line, as: UTF8.self))")
  }

  /// Runs a command, discarding its output, and returns the duration of the whole process.
  static func time(_ arguments: [String], environment: [String: String]) throws -> Duration {
    let start = ContinuousClock.now
    try ChildProcess(arguments, environment: environment).finish()
    return start.duration(to: .now)
  }

  /// Runs a command and returns its standard output. Its error messages go to `errors`.
  static func output(_ arguments: [String], environment: [String: String], errors: Spawn.Stream = .inherited) throws -> [UInt8] {
    let process = try ChildProcess(arguments, environment: environment, isRead: true, errors: errors)
    let bytes = try process.output?.readToEnd() ?? []
    try process.finish()
    return bytes
  }

  /// Waits for the end of the process. Throws if it failed.
  private func finish() throws {
    let ending = process.wait()
    self.ending = ending
    guard ending == .exited(0) else { throw BenchmarkError("'\(command)' failed (\(ending))") }
  }
}

/// The memory of a process that is in RAM, read from `/proc/PID/status` (proc(5)), in bytes.
struct ResidentMemory: Sendable, Hashable {
  let now: Double
  /// The most that the process has had so far.
  let peak: Double

  /// NaN if there is no such process.
  init(ofProcess id: Int32) {
    let bytes = (try? RegularFile.read("/proc/\(id)/status", upTo: 64 << 10)) ?? []
    self.init(status: String(decoding: bytes, as: UTF8.self))
  }

  init(status: String) {
    func value(_ name: String) -> Double {
      let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") }
      let number = line?.split { " \t".contains($0) }.dropFirst().first.flatMap { Double($0) }
      return number.map { $0 * 1_024 } ?? .nan
    }
    (now, peak) = (value("VmRSS"), value("VmHWM"))
  }
}

/// Processes of ``Role/clients`` that send requests at the same time.
struct ClientFleet {
  private let processes: [ChildProcess]
  private let requests: Int

  /// Starts the processes and waits until each has had its first replies.
  /// - Parameters:
  ///   - clients: in all processes; a multiple of their number, as are `outstanding` and `requests`.
  ///   - requests: how many requests a round sends.
  init(
    on bench: Workbench, _ endpoint: String, processes count: Int, clients: Int, outstanding: Int, requests: Int, _ request: BusRequest
  ) throws {
    self.requests = requests
    let numbers = [clients, outstanding, requests].map { String($0 / count) }
    let frames = request.frames.map { String(decoding: $0, as: UTF8.self) }
    processes = try (0..<count).map { _ in try bench.start(.clients, [endpoint] + numbers + frames, isRead: true) }
    for process in processes { _ = try process.readLine() }
  }

  /// Runs a round. Returns requests per second until the last process is done.
  func rate() throws -> Double {
    for process in processes { try process.write(line: "go") }
    let seconds = try processes.map { Double(try $0.readLine()) ?? .nan }
    return Double(requests) / (seconds.max() ?? .nan)
  }
}
