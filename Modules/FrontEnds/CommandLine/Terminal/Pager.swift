import Platform
import Text

/// A pager for long output.
struct Pager: Sendable, Hashable {
  /// The command line for the shell.
  let command: String
  /// Variables for the pager, in addition to the environment.
  let variables: [String: String]

  /// Variables of less(1): end at once if the text fits the screen, pass colours on, keep the text on the screen; and show UTF-8 as such in
  /// every locale. Those that the user has set are kept; colours are passed on in any case.
  private static let defaults = ["LESS": "FRX", "LESSCHARSET": "utf-8"]

  /// Returns the pager from `HOLOCRON_PAGER`, `PAGER` or the default `less`. `cat`, an empty variable and a terminal that cannot move the
  /// cursor (`TERM=dumb`) disable the pager.
  static func fromEnvironment(_ variable: (String) -> String?) -> Pager? {
    guard variable("TERM") != "dumb" else { return nil }
    let command = variable("HOLOCRON_PAGER") ?? variable("PAGER") ?? "less"
    guard !command.isEmpty, command != "cat" else { return nil }
    var variables = defaults.filter { variable($0.key) == nil }
    // In front of the user's options: a later -r or -+R wins, and a prompt takes what follows it.
    if isLess(command), let options = variable("LESS") { variables["LESS"] = "-R \(options)" }
    return Pager(command: command, variables: variables)
  }

  /// Whether the first word of the command is `less` or a path of it.
  private static func isLess(_ command: String) -> Bool {
    command.split(separator: " ").first?.split(separator: "/").last == "less"
  }

  /// Shows `text` and waits for the pager to end. Returns `false` if the pager could not be started.
  func show(_ text: SafeText) -> Bool {
    // Ctrl-C and Ctrl-\ are keys of the pager: neither this process nor the shell ends because of them.
    Signal.ignoring([.interrupt, .quit]) {
      guard let pager = try? start(reading: text) else { return false }
      // The shell exits with 127 if it cannot find the program.
      return pager.wait() != .exited(127)
    }
  }

  /// Starts the pager, writes `text` to it and closes the pipe, so that the pager sees end of file.
  private func start(reading text: SafeText) throws(SystemError) -> SpawnedProcess {
    let (pager, input) = try start()
    // Quitting the pager early closes the pipe, which must not end this process.
    Signal.brokenPipe.ignore()
    var text = text.text
    text.withUTF8 { _ = input.write(UnsafeRawBufferPointer($0)) }
    return pager
  }

  /// Starts the pager. Returns it with the write end of its standard input; the read end is closed in this process.
  private func start() throws(SystemError) -> (SpawnedProcess, Descriptor) {
    let pipe = try Pipe()
    var spawn = Spawn("/bin/sh", ["-c", "trap : INT QUIT; \(command)"])
    spawn.input = .descriptor(pipe.readEnd)
    spawn.additions = variables
    return (try spawn.start(), pipe.writeEnd)
  }
}
