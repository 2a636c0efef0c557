import Client
import Console
import Contracts
import Localization
import MessageBus
import Models
import OrderedJSON
import Platform
import Presentation
import Text

/// `holocron favourites [add RECORD | remove RECORD]`: shows or changes the favourites, which the explorer shows, too.
struct FavouritesCommand: Command {
  let name = "favourites"
  let summary = "Show, add or remove favourites"
  let usage = ["", "add KIND/ID… | NAME", "remove KIND/ID… | NAME"]
  let details = [
    "Lists the favourites in the order in which they were added. The explorer shows the same list. It is kept in "
      + "holocron/favourites.json in XDG_DATA_HOME (~/.local/share), with at most \(FavouritesFile.maxCount) records."
  ]
  let examples: [HelpRow] = [
    ("holocron favourites", "all favourites"), ("holocron favourites add luke", "by name"),
    ("holocron favourites remove people/1 films/2", "two records"),
  ]
  let firstWords = ["list", "add", "remove"]
  let takesText = true
  let operands = 0...Int.max

  func offer(after operands: [String]) -> OperandOffer { operands.isEmpty ? .words(firstWords) : .names }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    guard let file = FavouritesFile(environment: context.environment) else {
      throw Problem(500, "no data folder", detail: "there is no folder for the favourites; set HOME or XDG_DATA_HOME")
    }
    let words = Array(arguments.operands.dropFirst())
    switch arguments.operands.first {
    case nil, "list"?: try await show(file, context)
    case let subcommand? where ["add", "remove", "rm"].contains(subcommand):
      guard !words.isEmpty else {
        throw .usage("missing argument; usage: holocron favourites \(subcommand) KIND/ID, or a name", field: subcommand)
      }
      try await set(words, isFavourite: subcommand == "add", file, context)
      if context.isFormatChosen { try await show(file, context) }
    case let subcommand?: throw unknownSubcommand(subcommand)
    }
    return .success
  }

  private func show(_ file: FavouritesFile, _ context: Context) async throws(Problem) {
    let references = try file.read()
    context.show(favouritesReport(references, await context.names(of: references), in: context.reportLanguage))
    if references.isEmpty {
      context.hint(context.language.say("There are no favourites yet; add one with {command}.", .text("holocron favourites add luke")))
    }
  }

  private func set(_ words: [String], isFavourite: Bool, _ file: FavouritesFile, _ context: Context) async throws(Problem) {
    let given = words.compactMap { TypedReference($0, context.kinds).reference }
    let references = given.count == words.count ? given : try await context.find(operands: words)
    // Only a record that exists can be added; one that has gone can still be removed.
    if isFavourite { for reference in given { _ = try await context.record(reference) } }
    for reference in references {
      let change = try file.set(reference, isFavourite: isFavourite)
      let text = reference.description
      switch (isFavourite, change.isChanged) {
      case (true, true): context.note(.favouriteAdded(text))
      case (true, false): context.note(Phrase("{record} is a favourite already", .text(text)))
      case (false, true): context.note(.favouriteRemoved(text))
      case (false, false):
        throw Problem(404, "not found", detail: "\(text) is not a favourite", type: ProblemType.notFound)
      }
    }
  }
}

/// `holocron explore`: runs the full-screen explorer, a separate program.
struct ExploreCommand: Command {
  static let program = "holocron-tui"

  let name = "explore"
  let summary = "Browse the catalogue in a full-screen explorer"
  let usage = ["[OPTIONS]"]
  let details = ["Runs holocron-tui with all arguments that follow, including --help. In the explorer, press ? for help and q to quit."]
  let examples: [HelpRow] = [("holocron explore", "start the explorer"), ("holocron explore --help", "the options of the explorer")]
  /// Those that the other commands do not have.
  let options = [
    ExplorerOptions.search.definition, ExplorerOptions.top.definition, SharedOptions.theme.definition, ExplorerOptions.noMouse.definition,
    ExplorerOptions.noMotion.definition, ExplorerOptions.plain.definition, ExplorerOptions.embedded.definition,
  ]
  let firstWords = Kinds.standard.all.map(\.name.text) + ["status", "search", "favourites"]
  let program: String? = Self.program

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode { throw .programNotFound(Self.program) }
}

/// `holocron schema`: prints the JSON Schema of the records that `--json` prints.
struct SchemaCommand: Command {
  let name = "schema"
  let summary = "Print the JSON Schema of records"
  let usage = ["[KIND | list]"]
  let details = [
    "Prints the JSON Schema (draft 2020-12) of one record as printed by --json. Without KIND, the schema accepts records of any kind; list is "
      + "the schema of lists."
  ]
  let examples: [HelpRow] = [("holocron schema", "for any record"), ("holocron schema people", "for a person")]
  let firstWords = KindOption.words + ["list"]
  let operands = 0...1
  let needsBus = false

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let (word, kinds) = (arguments.operands.first, context.kinds)
    let kind = word.flatMap { kinds.kind(called: $0) }
    guard let schema = kind?.schema ?? (word == nil ? kinds.schema : word == "list" ? kinds.listSchema : nil) else {
      throw .unknown("schema", word ?? "", among: firstWords, like: kinds.names(like: word ?? ""))
    }
    context.output.write(context.text(of: schema, .indented), .page)
    return .success
  }
}

extension Problem {
  static func unknownKind(_ word: String, _ kinds: Kinds) -> Problem {
    .unknown("kind", word, among: kinds.all.map(\.name.text), like: kinds.names(like: word))
  }
}

/// `holocron version`: prints the version.
struct VersionCommand: Command {
  let name = "version"
  let summary = "Print the version"
  let examples: [HelpRow] = [("holocron version --json", "as JSON, with the versions of libzmq and Swift")]
  let needsBus = false
  /// Whether a line of text names libzmq, which `holocron --version` leaves out: all programs print that line in the same form.
  var namesLibraries = true

  /// The version of Swift's standard library, which is that of the toolchain, without the patch: `6.3`.
  private static var swift: String { "\(_SwiftStdlibVersion.current)".split(separator: ".").prefix(2).joined(separator: ".") }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let zeromq = ZMQ.version
    let library = "\(zeromq.major).\(zeromq.minor).\(zeromq.patch)"
    if context.isFormatChosen {
      context.show(
        [LabeledValue("holocron", Version.number), LabeledValue("libzmq", library), LabeledValue("Swift", Self.swift)],
        json: ["name": "holocron", "version": .string(Version.number), "libzmq": .string(library), "swift": .string(Self.swift)])
    } else {
      context.print("\(Version.line(of: "holocron"))\(namesLibraries ? " (libzmq \(library))" : "")\n")
    }
    return .success
  }
}

/// `holocron usage`: counts how often each command is run, if the user wants that.
struct UsageCommand: Command {
  let name = "usage"
  let summary = "Count the commands you run (kept on this machine)"
  let usage = ["[show]", "on", "off", "clear"]
  let details = [
    "The counters are off until you turn them on. Then each command adds one to its count in a file in the state folder. Nothing else is "
      + "recorded, and nothing is ever sent. clear starts again at zero; off removes the counts."
  ]
  let examples: [HelpRow] = [("holocron usage on", "start counting"), ("holocron usage", "how often each command was run")]
  let firstWords = ["show", "on", "off", "clear"]
  let operands = 0...1
  let needsBus = false

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let counters = UsageCounters(context.environment)
    switch arguments.operands.first {
    case nil, "show": show(counters, context)
    case "on" where counters.contents != nil: context.note("holocron: the counters are already on")
    case "on":
      try counters.start(at: Int(context.now() / 1_000))
      context.note("holocron: counting commands in \(counters.path); holocron usage off stops")
    case "off":
      context.note("holocron: the counters are off\(counters.stop() ? ", and the counts are removed" : "")")
    case "clear":
      guard counters.contents != nil else {
        context.note("holocron: the counters are off")
        break
      }
      try counters.start(at: Int(context.now() / 1_000))
      context.note("holocron: the counts are zero")
    case let word?: throw unknownSubcommand(word)
    }
    return .success
  }

  private func show(_ counters: UsageCounters, _ context: Context) {
    guard let contents = counters.contents else {
      context.note("holocron: the counters are off; holocron usage on turns them on")
      if context.isForPrograms { context.show(ReportDocument([], json: .null)) }
      return
    }
    let rows = counters.counts.map { [StyledText($0.command, .accent), StyledText(NumberFormat.english.integer($0.count))] }
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

  /// The time to wait for another command that is counting.
  static let patience = Duration.milliseconds(50)

  init(_ environment: Environment) { file = SharedJSONFile("\(XDGFolders(environment).state)/usage.json") }

  /// `{"since":1795338300,"commands":{"show":3}}`, with the time in seconds since 1970 at which the counters were turned on or cleared; `nil` if
  /// they are off or the file is not readable.
  var contents: JSON? { file.read().flatMap(Self.valid) }

  private static func valid(_ json: JSON) -> JSON? { json["since"]?.int != nil && json["commands"]?.object != nil ? json : nil }

  /// The counts, the highest first.
  var counts: [(command: String, count: Int)] {
    (contents?["commands"]?.object ?? [:]).compactMap { member in member.value.int.map { (member.name, $0) } }
      .sorted { ($1.1, $0.0) < ($0.1, $1.0) }
  }

  /// Turns the counters on, or sets them to zero. `now` is in seconds since 1970.
  func start(at now: Int) throws(Problem) {
    try file.update(within: .seconds(1)) { _ in ["since": .number(now), "commands": [:]] }
  }

  /// Turns the counters off and removes the counts. Returns `false` if they were off.
  func stop() -> Bool {
    guard file.exists else { return false }
    // A command that is counting writes the file again.
    try? file.update(within: .seconds(1)) { _ in
      FileSystem.remove(path)
      return nil
    }
    return !file.exists
  }

  /// Counts a run of a command if the counters are on. Errors are ignored, as is a run while another command takes long to count its own: no
  /// command fails because of its counter.
  func count(_ command: String, within limit: Duration = patience) {
    guard file.exists else { return }
    try? file.update(within: limit) { old in
      guard var members = old.flatMap(Self.valid)?.object, var commands = members["commands"]?.object else { return nil }
      commands[command] = .number(min(commands[command]?.int ?? 0, .max - 1) + 1)
      members["commands"] = .object(commands)
      return .object(members)
    }
  }
}

/// A small JSON file of the user that several commands may change at once.
struct SharedJSONFile: Sendable, Hashable {
  let path: String

  /// A larger file is not ours, and is not read.
  private static let maxSize = 64 << 10

  init(_ path: String) { self.path = path }

  var exists: Bool { FileSystem.exists(path) }

  /// Returns the contents; `nil` if there is no file, or if its contents are not JSON or too large.
  func read() -> JSON? { (try? RegularFile.read(path, upTo: Self.maxSize, followsLink: false)).flatMap { try? JSON(parsing: $0) } }

  /// Replaces the contents by what `change` makes of them, unless that is `nil`. Creates the folder. Throws if another command changes the file
  /// for longer than `limit`.
  func update(within limit: Duration, _ change: (JSON?) throws(Problem) -> JSON?) throws(Problem) {
    do {
      if let slash = path.lastIndex(of: "/") { try Folder.create(String(path[..<slash])) }
      guard let update = try FileUpdate.begin(path, within: limit) else {
        throw Problem(503, "the file is in use", detail: "another command is changing \(path); try again")
      }
      if let new = try change(read()) { try update.commit(new.bytes()) }
    } catch let problem as Problem { throw problem } catch {
      throw Problem(500, "cannot write a file", detail: "cannot write \(path): \((error as? SystemError)?.reason ?? "\(error)")")
    }
  }
}
