import Client
import Contracts
import Dialects
import Explorer
import Launch
import Localization
import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import Text

/// The dependencies of a command. All input and output goes through the context, so that tests can run commands without a terminal or a
/// bus.
struct Context: Sendable {
  var kinds = Kinds.standard
  /// Computed on demand, because few commands need the dialects, which describe every field of every kind.
  var dialects: Dialects { .standard }
  var environment: Environment
  var repository: any Repository
  /// The same bus as ``repository``, but never started: for commands that inspect running processes.
  var observer: any Repository
  /// The same as ``observer`` with a shorter timeout, for workers that may hang; `nil` if ``observer`` never waits.
  var probe: (any Repository)?
  var address: BusAddress
  /// Why the configured address is invalid; ``address`` is then one where nothing listens. `nil` for commands that need the bus.
  var addressProblem: Problem?
  var terminal: Terminal
  var format: any OutputFormat = TableFormat()
  /// Whether `--output` or `--json` was given.
  var isFormatChosen = false
  var isQuiet = false
  /// The language and units from the command line, by preference name.
  var preferenceFlags: [String: String] = [:]
  /// The deadline of the command. Commands without a time limit use ``TimeLimit/perRequest(_:)``.
  var deadline = Deadline(after: Self.standardTimeout)
  static let standardTimeout = Duration.seconds(15)
  var output: Output
  /// Where the command shows what it is waiting for; `nil` if nobody would see it.
  var progress: ProgressBoard?
  /// Returns some bytes of standard input, or none at its end.
  var readInput: @Sendable () -> [UInt8] = { (try? StandardStream.input.read(upTo: 4_096)) ?? [] }
  /// Milliseconds since 1970.
  var now: @Sendable () -> Int64 = { SystemTime.milliseconds }

  /// Asks every worker for its process ID.
  func inventory(_ attached: AttachedServices) async -> WorkerInventory {
    let isLocal = address.requests.transport == .ipc
    var inventory =
      if let probe {
        await WorkerInventory(asking: probe, attached, isLocal: isLocal)
      } else {
        await WorkerInventory(asking: observer, attached, isLocal: isLocal)
      }
    inventory.findUnresponsive(in: fleetState)
    return inventory
  }

  /// Writes `document` to standard output in the chosen format.
  func show(_ document: some Document) { output.write(format.render(document, on: terminal.output), .page) }

  /// Returns the text of one JSON value, for commands that print values one by one. Writes a note if the expression of `--jq` does not fit,
  /// since the command may never end.
  func text(of json: JSON, _ layout: JSON.Layout = .compact) -> SafeText {
    guard let filtered = format as? JQFormat else { return SafeText(json, layout, on: terminal.output) }
    let hadFailed = filtered.failure != nil
    let text = filtered.text(of: [json], on: terminal.output)
    if !hadFailed, let failure = filtered.failure { note("holocron: --jq: \(failure.detail ?? failure.title)") }
    return text
  }

  /// Reads all preferences from the command line, the environment and the configuration file. Throws for every mistake, also in a
  /// preference that only the explorer needs.
  func preferences() throws(Problem) -> Preferences {
    let files = try ConfigurationFiles.read(environment: environment)
    return try Preferences(flags: preferenceFlags, environment: { environment.raw($0) }, files: files)
  }

  /// Returns the language and units for output to people, and writes a warning if another preference is invalid. Called on demand and at
  /// most once: output for programs does not need them, and an invalid setting must not break ``HelpCommand``.
  func wording() throws(Problem) -> Wording {
    guard !isForPrograms else { return .standard }
    let files = try ConfigurationFiles.read(environment: environment)
    let preferences = try TextPreferences(flags: preferenceFlags, environment: { environment.raw($0) }, files: files)
    let language = preferences.language.value
    if let warning = preferences.warning { warn(warning.reason(in: English())) }
    return Wording(language, units: preferences.units.value, dates: .iso)
  }

  /// The language of notes and reports; English if a setting is invalid, which is reported where records are shown.
  var language: any Language {
    chosenLanguage.value { TextPreferences.language(flags: preferenceFlags, environment) }
  }

  private let chosenLanguage = ChosenLanguage()

  /// The language of reports. Spreadsheets and JSON have the same texts in every language.
  var reportLanguage: any Language { format.name == CSVFormat().name || isForPrograms ? English() : language }

  /// Writes a note in the language of the user.
  func note(_ phrase: Phrase) { note("holocron: \(language.say(phrase))") }

  /// Writes a warning.
  func warn(_ text: String) { note("holocron: warning: \(text)") }

  /// Writes `text` to standard output.
  func print(_ text: SafeText) { output.write(text, .line) }

  /// Writes a note to standard error, unless `--quiet` is given.
  func note(_ text: String) {
    guard !isQuiet else { return }
    output.write("\(terminal.errors.painter.paint(text, .muted))\n", .note)
  }

  /// Writes a note if both standard output and standard error are a terminal.
  func hint(_ text: String) { if terminal.output.isTerminal, terminal.errors.isTerminal { note(text) } }

  /// Whether the output is JSON, for programs.
  var isForPrograms: Bool { format.name.hasPrefix("json") }
}

/// The output of all commands. It accepts only ``SafeText``.
struct Output: Sendable {
  enum Destination: Sendable, Hashable {
    /// Standard output, through the pager if the text is longer than the screen.
    case page
    /// Standard output.
    case line
    /// Standard error.
    case note
  }

  let write: @Sendable (SafeText, Destination) -> Void

  init(_ write: @escaping @Sendable (SafeText, Destination) -> Void) { self.write = write }
}
