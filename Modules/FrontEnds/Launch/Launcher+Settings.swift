import Contracts
public import MessageBus
import OrderedJSON
import Platform

extension Launcher {
  /// The time a program has to check its settings, which takes milliseconds.
  public static let checkTimeout = Duration.seconds(5)

  /// Checks the settings of `program`, which reads `arguments`, the environment with `variables` in addition, and the configuration file as
  /// when it is started. Throws a problem of status 400 with the program's own message. Starts nothing; does nothing if the program is not
  /// installed.
  public func checkSettings(
    of program: String, _ arguments: [String] = [], variables: [String: String] = [:]
  ) async throws(Problem) {
    guard let message = await settingsError(of: program, arguments, variables) else { return }
    throw .badRequest(program, message)
  }

  /// Returns the first line with which `program` rejects a setting; `nil` if it accepts all.
  private func settingsError(of program: String, _ arguments: [String], _ variables: [String: String]) async -> String? {
    let file = environment["HOLOCRON_CONFIG"].map { ["--config", $0] } ?? []
    guard let path = executables.find(program),
      let (process, errors) = try? Self.start(path, arguments + ["--check-settings"] + file, variables: variables)
    else { return nil }
    // Only exit code 2 means that a setting was rejected.
    let (ending, written) = await Self.ending(of: process, reading: [errors], within: Self.checkTimeout)
    return ending == .exited(2) ? Self.firstLine(of: written[0], from: program) : nil
  }

  /// Returns the settings that `program` reads, as it describes them itself, with `variables` in addition to the environment; `nil` if the
  /// program is not installed. Throws a problem of status 400 with the program's own message if it cannot read a configuration file, and one of
  /// status 504 if it takes longer than `limit`.
  public func settings(
    of program: String, variables: [String: String] = [:], within limit: Duration = Launcher.checkTimeout
  ) async throws(Problem) -> [ServiceSetting]? {
    guard let path = executables.find(program) else { return nil }
    let file = environment["HOLOCRON_CONFIG"].map { ["--config", $0] } ?? []
    let output: Descriptor
    let errors: Descriptor
    let process: SpawnedProcess
    do throws(SystemError) {
      let pipe = try Pipe()
      output = pipe.readEnd
      (process, errors) = try Self.start(path, ["--list-settings"] + file, output: .descriptor(pipe.writeEnd), variables: variables)
    } catch { throw Problem(500, "cannot start \(program)", detail: "cannot start \(program): \(error.reason)") }
    let (end, written) = await Self.ending(of: process, reading: [output, errors], within: limit)
    guard let ending = end else {
      throw Problem(504, "no answer", detail: "\(program) did not list its settings in time")
    }
    guard ending == .exited(0) else {
      let message = Self.firstLine(of: written[1], from: program) ?? "\(program) ended without listing its settings"
      throw .badRequest(program, message)
    }
    guard let list = (try? JSON(parsing: written[0]))?["settings"]?.array else {
      throw Problem(500, "unexpected output", detail: "\(program) printed something other than its settings; reinstall it")
    }
    return list.compactMap(ServiceSetting.init)
  }

  /// The maximum size of what a program writes to a stream.
  private static let maxOutput = 16 << 20

  /// Waits for the process, up to `limit`, and returns its ending and what it has written to `pipes`. A process that takes longer or writes
  /// more is killed and has no ending.
  private static func ending(
    of process: SpawnedProcess, reading pipes: [Descriptor], within limit: Duration
  ) async -> (ProcessEnding?, [[UInt8]]) {
    let end = ContinuousClock.now + limit
    var written = pipes.map { _ in [UInt8]() }
    while true {
      // Looked up first, so that all that was written before is read.
      let ending = process.endingIfAny()
      for (index, pipe) in pipes.enumerated() { read(pipe, into: &written[index]) }
      if let ending { return (ending, written) }
      guard ContinuousClock.now < end, written.allSatisfy({ $0.count <= maxOutput }) else {
        Signal.kill.send(to: process.id)
        process.reapInBackground()
        return (nil, written)
      }
      try? await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Reads what a pipe holds, without waiting for more. A program that writes more than fits blocks until it is read.
  private static func read(_ pipe: Descriptor, into bytes: inout [UInt8]) {
    while bytes.count <= maxOutput, Polling.wait(for: [pipe.number], within: .zero)[0].contains(.readable) {
      guard let new = try? pipe.read(upTo: 65_536), !new.isEmpty else { return }
      bytes += new
    }
  }

  /// Starts the program at `path`. Also returns the read end of its standard error; the write end is closed in this process.
  private static func start(
    _ path: String, _ arguments: [String], output: Spawn.Stream = .none, variables: [String: String] = [:]
  ) throws(SystemError) -> (SpawnedProcess, Descriptor) {
    let pipe = try Pipe()
    var spawn = Spawn(path, arguments)
    spawn.input = .none
    spawn.output = output
    spawn.additions = variables
    spawn.errors = .descriptor(pipe.writeEnd)
    return (try spawn.start(), pipe.readEnd)
  }

  /// Returns the first line of `errors` without the name of the program; `nil` if there is none.
  private static func firstLine(of errors: [UInt8], from program: String) -> String? {
    guard let line = errors.split(separator: UInt8(ascii: "\n")).first else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    return text.hasPrefix("\(program): ") ? String(text.dropFirst(program.count + 2)) : text
  }
}
