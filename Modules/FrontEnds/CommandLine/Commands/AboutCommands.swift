import Console
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron schema`: prints the JSON Schema of what `--json` prints.
struct SchemaCommand: Command {
  let name = "schema"
  let group = CommandGroup.about
  let summary = "Print the JSON Schema of the output of --json"
  let usage = ["[KIND | list | COMMAND | error]"]
  let details = [
    "Prints the JSON Schema (draft 2020-12) of one record as printed by --json. Without KIND, the schema accepts records of any kind. list is "
      + "the schema of lists, COMMAND that of another command, such as status, and error that of the errors on standard error."
  ]
  let examples = [
    Example("holocron schema", "for any record"),
    Example("holocron schema people", "for a person"),
    Example("holocron schema search", "for holocron search --json"),
  ]
  private static let documents = ["list"] + OutputSchema.documents.map(\.name)
  // Made on demand: most runs need no schema.
  var firstWords: [String] { Kinds.standard.all.map(\.name.text) + Self.documents }
  let operands = 0...1
  let needsBus = false

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    context.output.write(context.text(of: try schema(arguments.operands.first, context.kinds), .indented), .page)
    return .success
  }

  private func schema(_ name: String?, _ kinds: Kinds) throws(Problem) -> JSON {
    switch name {
    case nil: return kinds.schema
    case "list": return kinds.listSchema
    case let name?:
      if let document = OutputSchema.documents.first(where: { $0.name == name }) { return document.schema }
      guard let kind = kinds.kind(called: name) else {
        throw .usage(
          "unknown schema \(name.quoted) (available: \(firstWords.joined(separator: ", ")))", field: name,
          suggestions: kinds.names(like: name) + suggestions(for: name, among: Self.documents))
      }
      return kind.schema
    }
  }
}

extension Problem {
  static func unknownKind(_ word: String, _ kinds: Kinds) -> Problem {
    .usage(
      "unknown kind \(word.quoted) (available: \(kinds.all.map(\.name.text).joined(separator: ", ")))", field: word,
      suggestions: kinds.names(like: word)
    ).marked(.unknownKind, word, among: kinds.all.map(\.name.text))
  }
}

/// `holocron version`: prints the version.
struct VersionCommand: Command {
  let name = "version"
  let group = CommandGroup.about
  let summary = "Print the version"
  let examples = [Example("holocron version --json", "as JSON, with the versions of libzmq and Swift")]
  let needsBus = false
  /// Whether a line of text names libzmq, which `holocron --version` leaves out: all programs print that line in the same form.
  var namesLibraries = true

  /// The version of Swift's standard library, which is that of the toolchain, without the patch: `6.3`.
  private static var swift: String { "\(_SwiftStdlibVersion.current)".split(separator: ".").prefix(2).joined(separator: ".") }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let zeromq = ZMQ.version
    let library = "\(zeromq.major).\(zeromq.minor).\(zeromq.patch)"
    if context.isFormatChosen {
      // `holocron` is an older name of `version`.
      context.show(
        [LabeledValue("holocron", Version.number), LabeledValue("libzmq", library), LabeledValue("Swift", Self.swift)],
        json: [
          "name": "holocron", "version": .string(Version.number), "holocron": .string(Version.number), "libzmq": .string(library),
          "swift": .string(Self.swift),
        ])
    } else {
      context.print("\(Version.line(of: "holocron"))\(namesLibraries ? " (libzmq \(library))" : "")\n")
    }
    return .success
  }
}

/// `holocron usage`: counts how often each command is run, if the user wants that.
struct UsageCommand: Command {
  let name = "usage"
  let group = CommandGroup.about
  let summary = "Count the commands you run (kept on this machine)"
  let usage = ["[show]", "on", "off", "clear"]
  let details = [
    "The counters are off until you turn them on. Then each command adds one to its count in a file in the state folder. Nothing else is "
      + "recorded, and nothing is ever sent. clear starts again at zero; off removes the counts."
  ]
  let examples = [Example("holocron usage on", "start counting"), Example("holocron usage", "how often each command was run")]
  let firstWords = ["show", "on", "off", "clear"]
  let operands = 0...1
  let needsBus = false

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let counters = UsageCounters(context.environment)
    switch arguments.operands.first {
    case nil, "show": show(counters, context)
    case "on" where counters.contents != nil: context.note("holocron: the counters are already on")
    case "on":
      try start(counters, context)
      context.note("holocron: counting commands in \(counters.path); holocron usage off stops")
    case "off":
      context.note("holocron: the counters are off\(counters.stop() ? ", and the counts are removed" : "")")
    case "clear":
      guard counters.contents != nil else {
        context.note("holocron: the counters are off")
        break
      }
      try start(counters, context)
      context.note("holocron: the counts are zero")
    case let word?: throw unknownSubcommand(word)
    }
    return .success
  }

  private func start(_ counters: UsageCounters, _ context: Context) throws(Problem) {
    do { try counters.start(at: Int(context.now() / 1_000)) } catch {
      throw Problem(500, "cannot write the counters", detail: "\(counters.path): \(error.reason)")
    }
  }

  private func show(_ counters: UsageCounters, _ context: Context) {
    guard let contents = counters.contents else {
      context.note("holocron: the counters are off; holocron usage on turns them on")
      if context.isForPrograms { context.show(ReportDocument([], json: .null)) }
      return
    }
    let rows = counters.counts.map { [StyledText($0.command, .accent), StyledText(Figures.grouped($0.count))] }
    let since = CalendarTime(secondsSince1970: contents["since"]?.int ?? 0).text
    let table = Table([.init("Command", expendability: 0), .init("Runs", .trailing)], rows: rows)
    context.show(ReportDocument([.values([LabeledValue("Since", since)]), .table(table)], json: contents.withReadableTimes))
  }
}

/// How often each command was run, if the user has turned the counters on. The counts stay in a file in the state folder; nothing sends them
/// anywhere. Without the file nothing is counted, which costs each command one attempt to open it.
struct UsageCounters: Sendable {
  private let file: SharedJSONFile
  var path: String { file.path }

  /// There are few commands, so the file is small.
  private static let maximumSize = 64 << 10
  /// The time to wait for another command that is counting.
  static let patience = Duration.milliseconds(50)

  init(_ environment: Environment) {
    file = SharedJSONFile("\(XDGFolders(environment).state)/usage.json", maximumSize: Self.maximumSize)
  }

  /// `{"since":1795338300,"commands":{"show":3}}`, with the time in seconds since 1970 at which the counters were turned on or cleared; `nil` if
  /// they are off or the file is not readable.
  var contents: JSON? { file.read().flatMap { $0["since"]?.int != nil && $0["commands"]?.object != nil ? $0 : nil } }

  /// The counts, the highest first.
  var counts: [(command: String, count: Int)] {
    (contents?["commands"]?.object ?? [:]).compactMap { member in member.value.int.map { (member.name, $0) } }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  /// Turns the counters on, or sets them to zero. `now` is in seconds since 1970.
  func start(at now: Int) throws(SystemError) {
    // A command that is counting would write the counts of before.
    let lock = try? file.lock(within: .seconds(1))
    defer { withExtendedLifetime(lock) {} }
    try file.replace(with: ["since": .number(now), "commands": [:]])
  }

  /// Turns the counters off and removes the counts. Returns `false` if they were off.
  func stop() -> Bool {
    guard file.exists else { return false }
    // A command that is counting writes the file again.
    let lock = try? file.lock(within: .seconds(1))
    defer { withExtendedLifetime(lock) {} }
    return file.remove()
  }

  /// Counts a run of a command if the counters are on. Errors are ignored, as is a run while another command takes long to count its own: no
  /// command fails because of its counter.
  func count(_ command: String, within limit: Duration = patience) {
    guard file.exists, let lock = try? file.lock(within: limit) else { return }
    defer { withExtendedLifetime(lock) {} }
    guard var members = contents?.object, var commands = members["commands"]?.object else { return }
    commands[command] = .number(min(commands[command]?.int ?? 0, .max - 1) + 1)
    members["commands"] = .object(commands)
    try? file.replace(with: .object(members))
  }
}

/// A small JSON file of the user that several commands may change at once. A command locks the file before it reads the contents that it
/// changes, and replaces the file as a whole.
struct SharedJSONFile: Sendable, Hashable {
  let path: String
  /// A larger file is not ours, and is not read.
  let maximumSize: Int

  init(_ path: String, maximumSize: Int) {
    self.path = path
    self.maximumSize = maximumSize
  }

  var exists: Bool { FileSystem.exists(path) }

  /// Returns the contents; `nil` if there is no file, or if its contents are not JSON or too large.
  func read() -> JSON? {
    guard let bytes = try? RegularFile.read(path, upTo: maximumSize, followsLink: false) else { return nil }
    return try? JSON(parsing: bytes)
  }

  /// Locks the file until the lock is released, also if it does not exist; creates its folder. Waits for up to `limit` while another command
  /// holds the lock; then returns `nil`.
  func lock(within limit: Duration) throws(SystemError) -> FileLock? {
    if let slash = path.lastIndex(of: "/") { try Folder.create(String(path[..<slash])) }
    return try FileLock.acquire("\(path).lock", within: limit)
  }

  func replace(with contents: JSON) throws(SystemError) { try RegularFile.replace(path, with: contents.bytes()) }

  /// Removes the file and returns whether it existed. The lock file stays, or another command could lock a removed one.
  func remove() -> Bool { FileSystem.remove(path) }
}
