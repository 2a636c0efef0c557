import Console
import Glibc
import Launch
import TerminalText

/// A pager for long output.
struct Pager: Sendable, Hashable {
  /// The command line for the shell.
  let command: String

  /// Returns the pager from `HOLOCRON_PAGER`, `PAGER` or the default `less -FRX`. `cat` and an empty variable disable the pager.
  static func fromEnvironment(_ variable: (String) -> String?) -> Pager? {
    let command = variable("HOLOCRON_PAGER") ?? variable("PAGER") ?? "less -FRX"
    return command.isEmpty || command == "cat" ? nil : Pager(command: command)
  }

  /// Shows `text` and waits for the pager to end. Returns `false` if the pager could not be started.
  func show(_ text: SafeText) -> Bool {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return false }
    // If the pager inherited the write end, it would never see end of file.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let started = Spawn(executable: "/bin/sh", arguments: ["-c", command], input: ends[0]).start()
    close(ends[0])
    guard let pager = started else {
      close(ends[1])
      return false
    }
    // Quitting the pager early closes the pipe, which must not end this process.
    signal(SIGPIPE, SIG_IGN)
    var text = text.text
    _ = text.withUTF8 { StandardOutput.writeAll(UnsafeRawBufferPointer($0), to: ends[1]) }
    close(ends[1])
    var status: Int32 = 0
    while waitpid(pager, &status, 0) < 0, errno == EINTR {}
    // The shell exits with 127 if it cannot find the program.
    return !(status & 0x7F == 0 && (status >> 8) & 0xFF == 127)
  }
}
