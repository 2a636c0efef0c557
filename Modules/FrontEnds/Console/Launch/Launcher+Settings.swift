import Contracts
public import MessageBus
public import OrderedJSON
import Platform

/// Settings of services, as the programs that read them describe and check them.
extension Launcher {
  /// The time a program has to check its settings, which takes milliseconds.
  public static let checkTimeout = Duration.seconds(5)
  /// The maximum size of what a program writes to a stream.
  private static let maxOutput = 16 << 20

  /// Checks the settings of `program`, which reads `arguments`, the environment with `variables` in addition, and the configuration file as
  /// when it is started. Throws a problem of status 400 with the program's own message. Starts nothing; does nothing if the program is not
  /// installed.
  public func checkSettings(of program: String, _ arguments: [String] = [], variables: [String: String] = [:]) async throws(Problem) {
    guard let path = executables.find(program),
      let ran = try? await run(path, arguments + ["--check-settings"], variables, within: Self.checkTimeout),
      // Only exit code 2 means that a setting was rejected.
      ran.ending == .exited(2), let message = Self.firstLine(of: ran.errors, from: program)
    else { return }
    throw .badRequest(program, message)
  }

  /// Returns the settings that `program` reads, with `variables` in addition to the environment; `nil` if the program is not installed. Throws a
  /// problem of status 400 with the program's own message if it cannot read a configuration file, and one of status 504 if it takes longer than
  /// `limit`.
  public func settings(
    of program: String, variables: [String: String] = [:], within limit: Duration = Launcher.checkTimeout
  ) async throws(Problem) -> [ServiceSetting]? {
    guard let path = executables.find(program) else { return nil }
    let ran: (ending: ProcessEnding?, output: [UInt8], errors: [UInt8])
    do throws(SystemError) { ran = try await run(path, ["--list-settings"], variables, within: limit) } catch {
      throw Problem(500, "cannot start \(program)", detail: "cannot start \(program): \(error.reason)")
    }
    guard let ending = ran.ending else { throw Problem(504, "no answer", detail: "\(program) did not list its settings in time") }
    guard ending == .exited(0) else {
      throw .badRequest(program, Self.firstLine(of: ran.errors, from: program) ?? "\(program) ended without listing its settings")
    }
    guard let list = (try? JSON(parsing: ran.output))?["settings"]?.array else {
      throw Problem(500, "unexpected output", detail: "\(program) printed something other than its settings; reinstall it")
    }
    return list.compactMap(ServiceSetting.init)
  }

  /// Runs the program at `path`, up to `limit`, and returns its ending and what it has written to standard output and standard error. A process
  /// that takes longer or writes more than ``maxOutput`` is killed and has no ending.
  private func run(
    _ path: String, _ arguments: [String], _ variables: [String: String], within limit: Duration
  ) async throws(SystemError) -> (ending: ProcessEnding?, output: [UInt8], errors: [UInt8]) {
    let (process, pipes) = try start(path, arguments, variables)
    let end = ContinuousClock.now + limit
    var written: [[UInt8]] = [[], []]
    while true {
      // Looked up first, so that all that was written before is read.
      let ending = process.endingIfAny()
      for (index, pipe) in pipes.enumerated() {
        while written[index].count <= Self.maxOutput, Polling.wait(for: [pipe.number], within: .zero)[0].contains(.readable),
          let new = try? pipe.read(upTo: 65_536), !new.isEmpty
        { written[index] += new }
      }
      if let ending { return (ending, written[0], written[1]) }
      guard ContinuousClock.now < end, written.allSatisfy({ $0.count <= Self.maxOutput }) else {
        Signal.kill.send(to: process.id)
        process.reapInBackground()
        return (nil, written[0], written[1])
      }
      try? await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Starts a program. Returns it with the read ends of its standard output and standard error; the write ends are closed in this process.
  private func start(
    _ path: String, _ arguments: [String], _ variables: [String: String]
  ) throws(SystemError) -> (SpawnedProcess, [Descriptor]) {
    let (output, errors) = (try Pipe(), try Pipe())
    var spawn = Spawn(path, arguments + (environment["HOLOCRON_CONFIG"].map { ["--config", $0] } ?? []))
    (spawn.input, spawn.additions) = (.none, variables)
    (spawn.output, spawn.errors) = (.descriptor(output.writeEnd), .descriptor(errors.writeEnd))
    return (try spawn.start(), [output.readEnd, errors.readEnd])
  }

  /// Returns the first line of `errors` without the name of the program; `nil` if there is none.
  private static func firstLine(of errors: [UInt8], from program: String) -> String? {
    guard let line = errors.split(separator: UInt8(ascii: "\n")).first else { return nil }
    return String(String(decoding: line, as: UTF8.self).trimmingPrefix("\(program): "))
  }
}

/// A setting of a service, as the service describes it.
public struct ServiceSetting: Sendable, Hashable {
  /// The name in the configuration file, and the environment variable: `cache.bytes` and `HOLOCRON_CACHE_BYTES`.
  public let key, variable: String
  /// Completes "expected …": `a size from 1KiB to 1TiB, such as 65536, 64KiB or 16MiB`.
  public let expected: String
  /// The default, or a description of a default that is computed.
  public let defaultText: String
  /// The text in the strongest source; `nil` if the default applies.
  public let value: String?
  /// The source of the value: a variable, or `'cache.bytes' in FILE`; and the configuration file that is the source.
  public let source, file: String?
  /// Why the value is not valid.
  public let error: String?

  /// Reads what a service prints; `nil` for anything else.
  public init?(_ json: JSON) {
    guard let key = json["key"]?.string, let variable = json["variable"]?.string, let expected = json["expected"]?.string,
      let defaultText = json["default"]?.string
    else { return nil }
    (self.key, self.variable, self.expected, self.defaultText) = (key, variable, expected, defaultText)
    (value, source, file, error) = (json["value"]?.string, json["source"]?.string, json["file"]?.string, json["error"]?.string)
  }
}
