import Client
import Contracts
import Dialects
import Explorer
import Launch
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import TerminalText

/// What a command works with. Everything it reads or writes goes through here, so that tests can run commands without a terminal or a bus.
struct Context: Sendable {
  var kinds = Kinds.standard
  /// Made when it is asked for: dialects describe every field of every kind, which few commands need.
  var dialects: Dialects { .standard }
  var environment: Environment
  var repository: any Repository
  /// The same bus, without starting one: for commands that look at what runs.
  var observer: any Repository
  /// The same, without waiting long for a worker that is stuck; `nil` where ``observer`` does not wait either.
  var glance: (any Repository)?
  var address: BusAddress
  var terminal: Terminal
  var format: any OutputFormat = TableFormat()
  /// `--output` or `--json` was written.
  var isFormatChosen = false
  var isQuiet = false
  /// What the command line says of language and units, by the names of the preferences.
  var preferenceFlags: [String: String] = [:]
  /// Until when the command may ask and wait. Commands that go on until they are done or stopped have ``TimeLimit/each(_:)``.
  var deadline = Deadline(after: Self.standardTimeout)
  static let standardTimeout = Duration.seconds(15)
  var output: Output
  /// Milliseconds since 1970.
  var now: @Sendable () -> Int64 = { WallClock.milliseconds }

  /// Asks every worker which process it is.
  func census(_ attached: Attached) async -> WorkerCensus {
    let isLocal = address.requests.transport == .ipc
    if let glance { return await WorkerCensus(asking: glance, attached, isLocal: isLocal) }
    return await WorkerCensus(asking: observer, attached, isLocal: isLocal)
  }

  /// Writes `document` to standard output in the chosen format.
  func show(_ document: some Document) { output.write(format.render(document, on: terminal.output), .page) }

  /// Writes records that nobody but programs reads: their JSON as it came, which costs no decoding. `isOne` is for a record that is no list.
  func showRaw(_ records: [JSON], isOne: Bool = false) {
    show(ReportDocument([], json: isOne ? records.first ?? .null : .array(records)))
  }

  /// What the user chose, on the command line, in the environment or in the configuration file. Read when it is asked for: what is written for
  /// programs needs none of it, and a wrong setting must not stand in the way of ``HelpCommand``.
  func preferences() throws(Problem) -> Preferences {
    let file = try ConfigurationFile.read { environment.raw($0) }
    return try Preferences(flags: preferenceFlags, environment: { environment.raw($0) }, file: file)
  }

  /// How records are worded for people.
  func wording() throws(Problem) -> Wording {
    guard !isForPrograms else { return .standard }
    let preferences = try preferences()
    return Wording(preferences.language.value, units: preferences.units.value, dates: .iso)
  }

  /// Writes `text` to standard output.
  func print(_ text: SafeText) { output.write(text, .line) }

  /// A note to whoever watches, on standard error; nothing when quiet.
  func note(_ text: String) {
    guard !isQuiet else { return }
    output.write("\(terminal.errors.painter.paint(text, .muted))\n", .note)
  }

  /// A note that only makes sense when a person reads both streams on one screen.
  func hint(_ text: String) { if terminal.output.isTerminal, terminal.errors.isTerminal { note(text) } }

  /// Whether programs read the output.
  var isForPrograms: Bool { format.name.hasPrefix("json") }
}

/// Where text goes. It takes nothing but ``SafeText``: no command writes by another way.
struct Output: Sendable {
  enum Destination: Sendable, Hashable {
    /// Standard output, through the pager where it is too long for the screen.
    case page
    /// Standard output.
    case line
    /// Standard error.
    case note
  }

  let write: @Sendable (SafeText, Destination) -> Void

  init(_ write: @escaping @Sendable (SafeText, Destination) -> Void) { self.write = write }
}
