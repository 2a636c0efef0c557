import Platform
import Text

/// An executable that contains several programs and is installed under the name of each of them. Their libraries are on disk once, and
/// processes of different programs share them in memory.
public enum SharedExecutable {
  /// Runs the program whose name this process was started under. Exits with 2 if none has that name.
  ///
  /// - Parameter others: programs that are no services, but use the same libraries, by name. Each reads the command line without the name of
  ///   the program, and ends the process.
  public static func main(
    _ services: [ServiceProgram], others: [String: @Sendable ([String]) async -> Never] = [:]
  ) async {
    // A link may have any name; the executable itself has the name of a program.
    let paths = [CommandLine.arguments.first, RunningProgram.own?.path].compactMap(\.self)
    let names = services.map(\.name) + others.keys.sorted()
    let name = Self.name(for: paths, of: names)
    if let service = services.first(where: { $0.name == name }) { await service.main() }
    if let other = name.flatMap({ others[$0] }) { await other(Array(CommandLine.arguments.dropFirst())) }
    let choices = names.joined(separator: ", ")
    StandardStream.error.write(line: "\(paths.first ?? "holocron"): this program must have one of the names \(choices)".printable)
    OwnProcess.exit(HostError.Code.usage.exitCode)
  }

  /// Returns the last component of the first of `paths` for which it is one of `names`.
  static func name(for paths: [String], of names: [String]) -> String? {
    paths.lazy.compactMap { $0.split(separator: "/").last.map(String.init) }.first { names.contains($0) }
  }
}
