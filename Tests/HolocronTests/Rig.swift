import Launch
import MessageBus
import Models
import Presentation
import Synchronization

@testable import holocron

/// Runs commands without a process, a terminal or a bus, and keeps what they write.
final class Rig: Sendable {
  private let written = Mutex<(output: String, notes: String)>(("", ""))
  private let repository: any Repository
  private let terminal: Terminal

  /// `columns` makes standard output and standard error a terminal of that width.
  init(_ repository: any Repository = CatalogueRepository(), columns: Int? = nil) {
    self.repository = repository
    let surface = Surface(isTerminal: columns != nil, columns: columns, usesColor: false)
    terminal = Terminal(output: surface, errors: surface)
  }

  var output: String { written.withLock(\.output) }
  var notes: String { written.withLock(\.notes) }

  /// Runs `holocron` with the words of `line`; single quotes keep words together.
  @discardableResult func run(_ line: String) async throws(Problem) -> ExitCode {
    let commands = Commands.standard(kinds: .standard)
    var words = Self.words(line)
    guard let index = Arguments.commandIndex(in: words, switches: commands.switches), let command = commands[words.remove(at: index)] else {
      throw .usage("no command", field: line)
    }
    return try await run(command, words)
  }

  private func run(_ command: some Command, _ words: [String]) async throws(Problem) -> ExitCode {
    let arguments = try command.arguments(words)
    let address: BusAddress
    do { address = try BusAddress(requests: Endpoint("inproc://rig")) } catch { throw Problem(500, error.message) }
    let output = Output { text, destination in
      self.written.withLock { if destination == .note { $0.notes += text } else { $0.output += text } }
    }
    var context = Context(
      environment: Environment(["XDG_RUNTIME_DIR": "/nonexistent", "HOME": "/nonexistent"]), repository: repository, observer: repository,
      address: address, terminal: terminal, output: output)
    if let format = arguments[CommonOptions.json] ? JSONFormat() : arguments[CommonOptions.output] {
      context.format = format
      context.isFormatChosen = true
    }
    context.isQuiet = arguments[CommonOptions.quiet]
    return try await command.run(arguments, in: context)
  }

  private static func words(_ line: String) -> [String] {
    line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }
  }
}
