import Console
import Contracts
import MessageBus
import Models
import OrderedJSON
import Platform
import TestSupport
import Testing

@testable import CommandLine

/// The built executable against workers whose every text is hostile: the bytes that it writes are safe.
@Suite struct HostileProcessTests {
  /// Answers as another service does, with hostile text in place of all text.
  private struct HostileService: BusService {
    let base: any BusService
    var name: String { base.name }

    func answerAtOnce(_ request: Request) -> Reply? { base.answerAtOnce(request).map(Self.poisoned) }

    func answer(_ request: Request, parts: ReplyParts) async -> Reply { Self.poisoned(await base.answer(request, parts: parts)) }

    private static func poisoned(_ reply: Reply) -> Reply {
      guard reply.problem == nil else { return Reply(HostileRepository.problem) }
      guard let content = HostileRepository.poisonedContent(of: reply.content) else { return reply }
      return Reply(reply.status, fields: reply.fields, content: content)
    }
  }

  /// The lines of ``HostileOutputTests``, except `watch`, which does not end, `quiz`, which waits for answers, and `top`, which draws on a
  /// terminal.
  private static let lines = HostileOutputTests.lines.filter { line in !["watch", "quiz", "top"].contains { line.hasPrefix($0) } }

  @Test func `no unsafe byte is written to a terminal or a pipe`() async throws {
    // A pager would write sequences of its own.
    let sandbox = try Sandbox(["HOLOCRON_PAGER": "cat", "TERM": "xterm"])
    let services: [any BusService] = [CatalogueService(), CatalogueService(name: ServiceName.fetch.text), FakeSearchService()]
    let address = try BusAddress(environment: sandbox.environment)
    try Folders.make(sandbox.runtimeFolder)
    let broker = try Broker(binding: [address], logger: .silent)
    let workers = try services.map { try BusWorker(HostileService(base: $0), at: address, logger: .silent) }
    var seen = ""
    for line in Self.lines {
      let words = line.split(separator: " ").map(String.init) + ["--no-autostart"]
      let terminal = try TestTerminal(columns: 100, rows: 50)
      let process = try terminal.start(
        ProductsDirectory.executable("holocron"), words + ["--color", "never"], environment: sandbox.environment)
      _ = try await eventually("the end of \(line)") {
        // A terminal that nobody reads fills up.
        _ = terminal.output
        return terminal.ending(of: process)
      }
      let shown = terminal.output.replacing("\r\n", with: "\n")
      #expect(HostileText.found(in: shown) == [], "\(line) on a terminal")
      seen += shown
      let piped = try await sandbox.start("holocron", arguments: words + ["--output", "plain"])
      _ = try await piped.ending(within: .testLimit)
      if !line.contains("--wire") { #expect(HostileText.found(in: piped.output) == [], "\(line) in a pipe") }
      #expect(HostileText.found(in: piped.errors) == [], "errors of \(line)")
    }
    // The text did reach the program, and was made safe.
    #expect(seen.contains("\u{FFFD}"))
    for worker in workers { worker.drain() }
    for worker in workers { try await worker.run() }
    broker.stop()
  }
}
