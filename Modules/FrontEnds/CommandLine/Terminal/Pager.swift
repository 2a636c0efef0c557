import Glibc
import Launch
import TerminalText

/// Shows long output page by page.
struct Pager: Sendable, Hashable {
  /// A command line for the shell.
  let command: String

  /// `HOLOCRON_PAGER`, then `PAGER`, then `less -FRX`; `cat` or an empty variable turn it off.
  static func chosen(_ variable: (String) -> String?) -> Pager? {
    let command = variable("HOLOCRON_PAGER") ?? variable("PAGER") ?? "less -FRX"
    return command.isEmpty || command == "cat" ? nil : Pager(command: command)
  }

  /// `false` when the pager could not be started.
  func show(_ text: SafeText) -> Bool {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return false }
    // Should the pager hold the writing end too, it would never see the end of its input.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let started = Spawn(executable: "/bin/sh", arguments: ["-c", command], input: ends[0]).start()
    close(ends[0])
    guard let pager = started else {
      close(ends[1])
      return false
    }
    // Whoever leaves the pager early has seen enough.
    signal(SIGPIPE, SIG_IGN)
    var text = text.text
    _ = text.withUTF8 { StandardOutput.writeAll(UnsafeRawBufferPointer($0), to: ends[1]) }
    close(ends[1])
    var status: Int32 = 0
    while waitpid(pager, &status, 0) < 0, errno == EINTR {}
    // The shell reports 127 when there is no such program.
    return !(status & 0x7F == 0 && (status >> 8) & 0xFF == 127)
  }
}
