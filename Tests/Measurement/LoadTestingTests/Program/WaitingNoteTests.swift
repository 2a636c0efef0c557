import MessageBus
import Presentation
import Synchronization
import TerminalText
import TestSupport
import Testing

@testable import LoadTesting

struct WaitingNoteTests {
  private static let terminal = Surface(isTerminal: true, columns: 80, usesColor: false)

  @Test func `on a terminal, a slow target is noted until it answers`() async throws {
    let (notes, continuation) = AsyncStream.makeStream(of: String.self)
    let note = WaitingNote(surface: Self.terminal, delay: .zero) { continuation.yield($0.text) }
    let result = try await within(.testLimit, "the note") {
      try await note.showing { () async throws(Problem) -> String in await notes.first { _ in true } ?? "" }
    }
    #expect(result.hasPrefix("\r\u{1B}[2Kwaiting for the target  "))
    continuation.finish()
    // Others may have been drawn until the note was read.
    var last: String?
    for await text in notes { last = text }
    #expect(last == "\r\u{1B}[2K")
  }

  @Test func `an error ends the note`() async throws {
    let written = Mutex("")
    let (drawn, continuation) = AsyncStream.makeStream(of: Void.self)
    let note = WaitingNote(surface: Self.terminal, delay: .zero) { text in
      written.withLock { $0 = text.text }
      continuation.yield()
    }
    await #expect(throws: Problem.self) {
      try await within(.testLimit, "the error") {
        try await note.showing { () async throws(Problem) -> Void in
          for await _ in drawn { break }
          throw Problem(503, "the target does not answer")
        }
      }
    }
    #expect(written.withLock { $0 } == "\r\u{1B}[2K")
  }

  @Test(arguments: [nil, .file] as [Surface?]) func `no note is written to a file or a pipe`(surface: Surface?) async throws {
    let note = WaitingNote(surface: surface, delay: .zero) { _ in Issue.record("there is a note") }
    try await note.showing { () async throws(Problem) -> Void in for _ in 0..<100 { await Task.yield() } }
  }
}
