import ArgumentParser
import Platform

/// An executable that contains several commands and is installed under the name of each of them. Their libraries are on disk once, and
/// processes of different commands share them in memory.
public enum SharedExecutable {
  /// Runs the command whose name this process was started under, and exits like ``ServiceCommand/main()``. Exits with 2 if no command has
  /// that name.
  public static func main(_ commands: [any ServiceCommand.Type]) async {
    // A link may have any name; the executable itself has the name of a command.
    let paths = [CommandLine.arguments.first, RunningProgram.own?.path].compactMap(\.self)
    if let command = command(for: paths, of: commands) { return await command.main() }
    let names = commands.map { $0._commandName }.joined(separator: ", ")
    StandardStream.error.write(line: "\(paths.first ?? "holocron"): this program must have one of the names \(names)")
    OwnProcess.exit(HostError.Code.usage.exitCode)
  }

  /// Returns the command for the first of `paths` whose last component is the name of a command.
  static func command(for paths: [String], of commands: [any ServiceCommand.Type]) -> (any ServiceCommand.Type)? {
    for path in paths {
      let name = path.split(separator: "/").last.map(String.init)
      if let command = commands.first(where: { $0._commandName == name }) { return command }
    }
    return nil
  }
}
