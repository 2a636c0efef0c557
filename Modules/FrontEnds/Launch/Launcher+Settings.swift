import Contracts
public import MessageBus
import Platform

extension Launcher {
  /// The time a program has to check its settings, which takes milliseconds.
  private static let checkTimeout = Duration.seconds(5)

  /// Checks the settings of `program`, which reads `arguments`, the environment and the configuration file as when it is started. Throws a
  /// problem of status 400 with the program's own message. Starts nothing; does nothing if the program is not installed.
  public func checkSettings(of program: String, _ arguments: [String] = []) async throws(Problem) {
    guard let message = await settingsError(of: program, arguments) else { return }
    throw .badRequest(program, message)
  }

  /// Returns the first line with which `program` rejects a setting; `nil` if it accepts all.
  private func settingsError(of program: String, _ arguments: [String]) async -> String? {
    let file = environment["HOLOCRON_CONFIG"].map { ["--config", $0] } ?? []
    guard let path = executables.find(program),
      let (process, errors) = try? Self.start(path, arguments + ["--check-settings"] + file)
    else { return nil }
    let end = ContinuousClock.now + Self.checkTimeout
    while true {
      if let ending = process.endingIfAny() {
        // Only exit code 2 means that a setting was rejected.
        return ending == .exited(2) ? Self.firstLine(of: errors, from: program) : nil
      }
      guard ContinuousClock.now < end else {
        Signal.kill.send(to: process.id)
        process.reapInBackground()
        return nil
      }
      try? await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Starts the program at `path`. Also returns the read end of its standard error; the write end is closed in this process.
  private static func start(_ path: String, _ arguments: [String]) throws(SystemError) -> (SpawnedProcess, Descriptor) {
    let pipe = try Pipe()
    var spawn = Spawn(path, arguments)
    spawn.input = .none
    spawn.output = .none
    spawn.errors = .descriptor(pipe.writeEnd)
    return (try spawn.start(), pipe.readEnd)
  }

  /// Returns the first line of `errors` without the name of the program; `nil` if there is none.
  private static func firstLine(of errors: Descriptor, from program: String) -> String? {
    guard let line = (try? errors.readToEnd())?.split(separator: UInt8(ascii: "\n")).first else { return nil }
    let text = String(decoding: line, as: UTF8.self)
    return text.hasPrefix("\(program): ") ? String(text.dropFirst(program.count + 2)) : text
  }
}
