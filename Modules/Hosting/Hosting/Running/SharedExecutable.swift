import ArgumentParser
import Platform
import Text

/// An executable that contains several commands and is installed under the name of each of them. Their libraries are on disk once, and
/// processes of different commands share them in memory.
public enum SharedExecutable {
  /// A program that is no service, but uses the same libraries.
  public struct Program: Sendable {
    let name: String
    let run: @Sendable ([String]) async -> Never

    /// - Parameter run: reads the command line without the name of the program, and ends the process.
    public init(_ name: String, run: @escaping @Sendable ([String]) async -> Never) {
      self.name = name
      self.run = run
    }
  }

  /// Runs the command or the program whose name this process was started under. A command exits like ``ServiceCommand/main()``. Exits with 2
  /// if none has that name.
  public static func main(_ commands: [any ServiceCommand.Type], _ programs: [Program] = []) async {
    // A link may have any name; the executable itself has the name of a command or program.
    let paths = [CommandLine.arguments.first, RunningProgram.own?.path].compactMap(\.self)
    let names = commands.map { $0._commandName } + programs.map(\.name)
    let name = Self.name(for: paths, of: names)
    if let command = commands.first(where: { $0._commandName == name }) { return await command.main() }
    if let program = programs.first(where: { $0.name == name }) { await program.run(Array(CommandLine.arguments.dropFirst())) }
    let choices = names.joined(separator: ", ")
    StandardStream.error.write(line: "\(paths.first ?? "holocron"): this program must have one of the names \(choices)".printable)
    OwnProcess.exit(HostError.Code.usage.exitCode)
  }

  /// Returns the last component of the first of `paths` for which it is one of `names`.
  static func name(for paths: [String], of names: [String]) -> String? {
    paths.lazy.compactMap { $0.split(separator: "/").last.map(String.init) }.first { names.contains($0) }
  }
}
