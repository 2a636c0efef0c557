import Client
import Console
import MessageBus
import Models
import Platform
import Presentation
import Synchronization
import Text

@testable import CommandLine

/// Runs commands without a process, a terminal or a bus, and records their output.
final class CommandHarness: Sendable {
  private let written = Mutex<(output: String, notes: String, pages: String)>(("", "", ""))
  private let repository: any Repository
  private let terminal: Terminal
  private let variables: [String: String]
  private let typedLines: Mutex<[String]>
  private let progress: ProgressBoard?

  /// - Parameters:
  ///   - columns: The width of the terminal for standard output and standard error; `nil` for pipes.
  ///   - variables: The environment variables besides the folders.
  ///   - lines: The lines typed at an interactive terminal; `nil` if the terminal is not interactive.
  ///   - progress: Where commands show what they wait for.
  init(
    _ repository: any Repository = CatalogueRepository(), columns: Int? = nil, variables: [String: String] = [:],
    typing lines: [String]? = nil, progress: ProgressBoard? = nil
  ) {
    self.repository = repository
    self.progress = progress
    typedLines = Mutex(lines ?? [])
    self.variables = variables
    let surface = Surface(isTerminal: columns != nil, columns: columns, painter: Painter(usesColor: false))
    terminal = Terminal(output: surface, errors: surface, isInteractive: lines != nil)
  }

  /// The current time for all commands: four hours after the first search in ``FakeSearchService``.
  static let now: Int64 = 1_790_000_000_000 + 4 * 3_600_000

  var output: String { written.withLock(\.output) }
  /// The part of the output that a pager may show.
  var pages: String { written.withLock(\.pages) }
  var notes: String { written.withLock(\.notes) }

  /// Runs a line in a harness of its own.
  static func ran(
    _ line: String, _ repository: any Repository = CatalogueRepository(), columns: Int? = nil, variables: [String: String] = [:],
    typing lines: [String]? = nil
  ) async throws(Problem) -> CommandHarness {
    let harness = CommandHarness(repository, columns: columns, variables: variables, typing: lines)
    try await harness.run(line)
    return harness
  }

  /// Runs `holocron` with the words of `line`. Single quotes group words.
  @discardableResult func run(_ line: String) async throws(Problem) -> ExitCode {
    let commands = Commands.standard(kinds: .standard)
    var words = Self.words(line)
    guard let index = Arguments.commandIndex(in: words, options: commands.options), let command = commands[words.remove(at: index)] else {
      throw .usage("no command", field: line)
    }
    return try await run(command, words)
  }

  private func run(_ command: some Command, _ words: [String]) async throws(Problem) -> ExitCode {
    let arguments = try command.arguments(words)
    return try await command.perform(arguments, in: try context(arguments))
  }

  private func context(_ arguments: Arguments) throws(Problem) -> Context {
    let address: BusAddress
    do { address = try BusAddress(requests: Endpoint("inproc://harness")) } catch { throw Problem(500, error.message) }
    let output = Output { text, destination in
      self.written.withLock {
        if destination == .note { $0.notes += text.text } else { $0.output += text.text }
        if destination == .page { $0.pages += text.text }
      }
    }
    let folders = ["XDG_RUNTIME_DIR": "/nonexistent", "HOME": "/nonexistent"]
    var context = try Context(
      arguments, Environment(variables.merging(folders) { given, _ in given }), repository, at: address, on: terminal, output, progress)
    context.now = { Self.now }
    context.readInput = { self.typedLines.withLock { $0.isEmpty ? [] : Array("\($0.removeFirst())\n".utf8) } }
    return context
  }

  private static func words(_ line: String) -> [String] {
    line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap { index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }
  }
}

/// Texts in the order in which they were added.
final class Recording: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock(\.self) }
  func add(_ text: String) { texts.withLock { $0.append(text) } }

  /// The catalogue; all requests are recorded.
  var repository: CatalogueRepository {
    CatalogueRepository(
      reply: { service, request in
        self.add("\(service) \(request.head)")
        return nil
      },
      broker: {
        self.add("mmi.stats")
        return nil
      })
  }
}
