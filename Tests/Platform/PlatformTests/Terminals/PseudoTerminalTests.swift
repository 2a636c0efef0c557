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

  @Test func `a program sees a terminal of the given size`() async throws {
    let terminal = try PseudoTerminal(columns: 91, rows: 17)
    let process = try terminal.start(Spawn("/bin/sh", ["-c", "test -t 0 && test -t 1 && test -t 2 && stty size && tty"]))
    #expect(try await output(of: terminal, until: terminal.path).hasPrefix("17 91\r\n"))
    #expect(process.wait() == .exited(0))
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
