import Explorer
import Platform
import Presentation
import Text

/// The properties of the standard streams.
struct Terminal: Sendable {
  var output: Surface
  var errors: Surface
  var inputIsTerminal = false
  /// Whether a person can be prompted, because standard input and standard error are terminals.
  var isInteractive = false
  /// Whether a line can be erased, which `TERM=dumb` cannot.
  var canRedraw = true
  /// The number of screen lines; `nil` if standard output is not a terminal.
  var rows: Int?
}

extension Terminal {
  /// Returns the painter for the theme that the user has chosen for the explorer, or for the background that the terminal reports in
  /// `COLORFGBG`. Settings that are not valid are reported elsewhere.
  static func painter(_ environment: Environment) -> Painter {
    let palette = TerminalPalette { environment[$0] }
    let background = environment["COLORFGBG"].flatMap { TerminalBackground(colorVariable: $0) }
    let files = (try? ConfigurationFiles.read(environment: environment)) ?? .none
    // Colours were asked for if NO_COLOR is set and they are used nevertheless.
    let variables = { (name: String) in name == "NO_COLOR" ? nil : environment.raw(name) }
    switch (try? Preferences(environment: variables, files: files))?.theme.value {
    case .theme(let theme)?: return Painter(usesColor: true, theme: theme, palette: palette)
    case .automatic?, nil:
      guard let background else { return Painter(usesColor: true) }
      return Painter(usesColor: true, theme: Themes.theme(for: background), palette: palette)
    }
  }

  /// The values of `COLUMNS` that are used; output is padded to this width.
  private static let validColumns = 1...10_000

  /// Inspects the standard streams of this process.
  init(color: ColorChoice, environment: Environment) {
    let inputIsTerminal = StandardStream.input.isTerminal
    let outputIsTerminal = StandardStream.output.isTerminal
    let errorsAreTerminal = StandardStream.error.isTerminal
    let size = (outputIsTerminal ? StandardStream.output : .error).terminalSize
    let columns = environment["COLUMNS"].flatMap { Int($0) }.flatMap { Self.validColumns.contains($0) ? $0 : nil } ?? size?.columns ?? 80
    func usesColor(_ isTerminal: Bool) -> Bool { color.usesColor(isTerminal: isTerminal) { environment[$0] } }
    let painter = usesColor(outputIsTerminal) || usesColor(errorsAreTerminal) ? Self.painter(environment) : Painter(usesColor: false)
    func surface(_ isTerminal: Bool) -> Surface {
      Surface(
        isTerminal: isTerminal, columns: isTerminal ? columns : nil, painter: usesColor(isTerminal) ? painter : Painter(usesColor: false))
    }
    self.init(
      output: surface(outputIsTerminal), errors: surface(errorsAreTerminal), inputIsTerminal: inputIsTerminal,
      isInteractive: errorsAreTerminal && inputIsTerminal, canRedraw: environment["TERM"] != "dumb",
      rows: outputIsTerminal ? size?.rows : nil)
  }
}

/// Restores the terminal, ends a process that is being started, and ends this one at once: with exit code 130 for Ctrl-C and accordingly for SIGTERM
/// and SIGHUP, and by the signal itself for SIGQUIT, whose default action is a core dump.
enum SignalHandler {
  /// The signals that end the process with an exit code.
  static let signals = [Signal.interrupt, .terminate, .hangUp]

  static func install() {
    TerminalRestoration.prepare()
    UnfinishedStart.prepare()
    for signal in signals {
      signal.handle { number in
        TerminalRestoration.restore()
        UnfinishedStart.end()
        OwnProcess.exitAtOnce(Signal(rawValue: number).exitCode)
      }
    }
    // A shell without job control starts background programs with SIGQUIT ignored.
    guard !Signal.quit.isIgnored else { return }
    Signal.quit.handle { number in
      TerminalRestoration.restore()
      // The signal is blocked in its handler, so that it ends the process when the handler returns.
      let signal = Signal(rawValue: number)
      signal.restoreDefault()
      signal.raise()
    }
  }
}

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
