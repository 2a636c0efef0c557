import Platform

/// A process of a benchmark, terminated with this object.
final class ChildProcess {
  private let process: SpawnedProcess
  /// The write end of the process's standard input, which the kernel closes when this process ends, however it ends.
  private let lifeline: Descriptor

  /// Starts a process with exactly this environment. It should end when its standard input does.
  init(_ arguments: [String], environment: [String: String]) throws(BenchmarkError) {
    let pipe: Pipe
    do { pipe = try Pipe() } catch { throw BenchmarkError("\(error)") }
    process = try Self.spawn(arguments, environment, input: .descriptor(pipe.readEnd), output: .none)
    lifeline = pipe.writeEnd
  }

  deinit {
    Signal.terminate.send(to: process.id)
    process.wait()
  }

  /// Runs a command, discarding its output, and returns the duration of the whole process.
  static func time(_ arguments: [String], environment: [String: String]) throws(BenchmarkError) -> Duration {
    let start = ContinuousClock.now
    let ending = try spawn(arguments, environment, input: .none, output: .none).wait()
    let duration = start.duration(to: .now)
    try check(ending, arguments)
    return duration
  }

  /// Runs a command and returns its standard output.
  static func output(_ arguments: [String], environment: [String: String]) throws(BenchmarkError) -> [UInt8] {
    let (process, output) = try spawnWithPipe(arguments, environment)
    let bytes: [UInt8]
    do { bytes = try output.readToEnd() } catch { throw BenchmarkError("\(error)") }
    try check(process.wait(), arguments)
    return bytes
  }

  /// Starts a process and returns the read end of its standard output. The write end is closed here, so that the output ends with the process.
  private static func spawnWithPipe(
    _ arguments: [String], _ environment: [String: String]
  ) throws(BenchmarkError) -> (SpawnedProcess, Descriptor) {
    let pipe: Pipe
    do { pipe = try Pipe() } catch { throw BenchmarkError("\(error)") }
    return (try spawn(arguments, environment, input: .none, output: .descriptor(pipe.writeEnd)), pipe.readEnd)
  }

  private static func spawn(
    _ arguments: [String], _ environment: [String: String], input: Spawn.Stream, output: Spawn.Stream
  ) throws(BenchmarkError) -> SpawnedProcess {
    var spawn = Spawn(arguments[0], Array(arguments.dropFirst()), environment: environment)
    spawn.input = input
    spawn.output = output
    do { return try spawn.start() } catch { throw BenchmarkError("cannot start \(arguments[0]): \(error.reason)") }
  }

  private static func check(_ ending: ProcessEnding, _ arguments: [String]) throws(BenchmarkError) {
    guard ending == .exited(0) else { throw BenchmarkError("'\(arguments.joined(separator: " "))' failed (\(ending))") }
  }
}
