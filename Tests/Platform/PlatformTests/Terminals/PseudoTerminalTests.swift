import Platform
import TestSupport
import Testing

@Suite struct PseudoTerminalTests {
  /// Returns the output once it contains `text`.
  private func output(of terminal: PseudoTerminal, until text: String) async throws -> String {
    var bytes: [UInt8] = []
    return try await eventually("'\(text)' on the terminal") {
      bytes += terminal.output(within: .milliseconds(100))
      let output = String(decoding: bytes, as: UTF8.self)
      return output.contains(text) ? output : nil
    }
  }

  @Test func `typed text is input, and Ctrl-C interrupts`() async throws {
    let terminal = try PseudoTerminal()
    let process = try terminal.start(Spawn("/bin/cat"))
    terminal.type("hello\n")
    // The terminal echoes the line, then the program writes it.
    _ = try await output(of: terminal, until: "hello\r\nhello\r\n")
    terminal.type("\u{3}")
    #expect(process.wait() == .signaled(.interrupt))
  }

  @Test func `the mode shows whether a program edits lines itself`() async throws {
    let terminal = try PseudoTerminal()
    #expect(terminal.mode?.hasLineEditing == true)
    let process = try terminal.start(Spawn("/bin/sh", ["-c", "stty raw -echo; echo raw; exec sleep 600"]))
    _ = try await output(of: terminal, until: "raw")
    #expect(terminal.mode?.hasLineEditing == false)
    Signal.kill.send(to: process.id)
    #expect(process.wait() == .signaled(.kill))
  }
}
