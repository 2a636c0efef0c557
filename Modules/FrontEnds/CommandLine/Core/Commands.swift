import Client
import Console
import Contracts
import Dialects
import Localization
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

/// A subcommand of `holocron`. Each command is a type in the folder Commands and one line in ``Commands``.
protocol Command: Sendable {
  /// The name on the command line: `show`.
  var name: String { get }
  /// One line for the list of commands, in the imperative.
  var summary: String { get }
  /// The arguments after the name, one element per form: `KIND/ID | NAME`.
  var usage: [String] { get }
  /// The paragraphs of the command's own help page.
  var details: [String] { get }
  /// The keys that options accept, by option: `--sort` and `name, mass`. They have a section of the help page.
  var keys: [HelpRow] { get }
  /// Example command lines and their meanings.
  var examples: [HelpRow] { get }
  /// The words to choose from for the first operand, such as subcommands; empty if there is no fixed list.
  var firstWords: [String] { get }
  /// Whether operands are text, which may begin with a dash.
  var takesText: Bool { get }
  /// The command's own options, besides ``CommonOptions``.
  var options: [OptionDefinition] { get }
  /// The allowed number of operands.
  var operands: ClosedRange<Int> { get }
  /// The program that replaces this process and receives all arguments unchanged; `nil` for built-in commands.
  var program: String? { get }
  /// Whether the command asks the bus. Otherwise it runs even if the address of the bus is invalid; see ``Context/addressProblem``.
  var needsBus: Bool { get }

  /// Returns what shells offer after `operands`; by default, ``firstWords`` for the first.
  func offer(after operands: [String]) -> OperandOffer
  /// Returns the problem of `word`, the first operand that is too many.
  func unexpectedArgument(_ word: String) -> Problem
  /// Returns whether `--timeout` limits the whole command. Otherwise it limits each request.
  func isBounded(_ arguments: Arguments) -> Bool
  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode
}

/// A line of the help: a term or an example, and its meaning.
typealias HelpRow = (term: String, meaning: String)

extension Command {
  var usage: [String] { [""] }
  var details: [String] { [] }
  var keys: [HelpRow] { [] }
  var firstWords: [String] { [] }
  var takesText: Bool { false }
  var options: [OptionDefinition] { [] }
  var operands: ClosedRange<Int> { 0...0 }
  var program: String? { nil }
  var needsBus: Bool { true }
  func offer(after operands: [String]) -> OperandOffer { .words(operands.isEmpty ? firstWords : []) }
  func unexpectedArgument(_ word: String) -> Problem {
    .usage("unexpected argument \(word.quoted)", field: word)
  }
  func isBounded(_ arguments: Arguments) -> Bool { true }

  /// Returns the problem of a first operand that is none of ``firstWords``.
  func unknownSubcommand(_ word: String) -> Problem {
    .unknown("subcommand", word, among: firstWords)
  }

  /// Parses `words`, the command line without the name of the command.
  func arguments(_ words: some Sequence<String>) throws(Problem) -> Arguments {
    let arguments: Arguments
    do { arguments = try Arguments(words, options: options + CommonOptions.all) } catch {
      var problem = error
      if takesText, error.isUnknownOption, error.extensions["suggestions"] == nil, let word = error.extensions["field"]?.string {
        problem.extensions["example"] = .string("holocron \(name) -- \(word.shortened)")
      }
      throw problem
    }
    guard !arguments[CommonOptions.help] else { return arguments }
    if arguments.operands.count > operands.upperBound { throw unexpectedArgument(arguments.operands[operands.upperBound]) }
    guard arguments.operands.count < operands.lowerBound else { return arguments }
    // usage: holocron path A B, or holocron path A to B
    let forms = usage.map { "holocron \(name)\($0.isEmpty ? "" : " \($0)")" }
    throw .usage("missing argument; usage: \(forms.joined(separator: ", or "))", field: name)
  }

  /// Runs the command while its progress is redrawn. Throws the problem of a jq expression (`--jq`) that did not fit what the command printed.
  func perform(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    async let _ = context.progress?.run()
    defer { context.progress?.erase() }
    let code = try await run(arguments, in: context)
    if let failure = (context.format as? JQFormat)?.failure { throw failure }
    return code
  }
}

extension Problem {
  /// A word that is none of those `available`, of which `similar` may be meant.
  static func unknown(
    _ noun: String, _ word: String, field: String? = nil, among available: [String], like similar: [String] = []
  ) -> Problem {
    .usage(
      "unknown \(noun) \(word.quoted) (available: \(available.isEmpty ? "none" : available.joined(separator: ", ")))", field: field ?? word,
      suggestions: similar.isEmpty ? suggestions(for: word, among: available) : similar)
  }
}

/// All commands, in the order of the help.
struct Commands: Sendable {
  /// The commands of each section of the help.
  let sections: [(title: String, commands: [any Command])]
  var all: [any Command] { sections.flatMap(\.commands) }

  /// Returns a list command for each kind and one instance of every other command.
  static func standard(kinds: Kinds) -> Commands {
    let catalogue: [any Command] = [
      ShowCommand(), SearchCommand(), SuggestCommand(), HistoryCommand(), FavouritesCommand(), CompareCommand(), PathCommand(),
      RandomCommand(), OpenCommand(), CrawlCommand(), QuizCommand(), ExploreCommand(),
    ]
    let processes: [any Command] = [
      UpCommand(), DownCommand(), StatusCommand(), TopCommand(), LogsCommand(), ScaleCommand(), RestartCommand(), WatchCommand(),
      CacheCommand(), KeysCommand(), DoctorCommand(),
    ]
    let about: [any Command] = [
      ConfigCommand(), UsageCommand(), SchemaCommand(), CompletionCommand(), VersionCommand(), HelpCommand(),
    ]
    return Commands(sections: [("Explore", kinds.all.map(ListCommand.init) + catalogue), ("Run", processes), ("About", about)])
  }

  /// The command with this name, or the list of the kind that is called so.
  subscript(name: String) -> (any Command)? {
    all.first { $0.name == name } ?? all.first { ($0 as? ListCommand)?.kind.words.contains(name) == true }
  }

  /// The options of all commands together.
  var options: [OptionDefinition] { CommonOptions.all + all.flatMap(\.options) }
}

/// The options of every command, and of the program without a command.
enum CommonOptions {
  static let output = Option(
    "output", short: "o", "FORMAT",
    "Set the output format: table (default on a terminal), plain (tab-separated, default in a pipe), json, jsonl, csv or markdown",
    choices: OutputFormats.standard.all.map { ($0.name, $0) })
  static let json = Flag("json", "Print JSON (same as --output json), including errors")
  static let jq = Option("jq", "EXPR", "Print the results of a jq expression for the JSON: strings without quotation marks")
  static let color = Option(
    "color", "WHEN", "Use colour: auto, always (also in a pipe) or never; auto respects NO_COLOR and CLICOLOR_FORCE",
    choices: ColorChoice.allCases.map { ($0.rawValue, $0) })
  static let timeout = Option<Duration>(
    "timeout", "SECONDS", "Set the time limit of the command (default 15); for top and watch, of each request",
    secondsFrom: 0, isExclusive: true, to: 86_400)
  static let quiet = Flag("quiet", short: "q", "Print only errors to standard error, no notes")
  static let noPager = Flag("no-pager", "Don't send long output to a pager")
  static let help = Flag("help", short: "h", "Show help for the command, with examples")

  /// Instead of a command.
  static let version = Flag("version", "Print the name and the version of this program; with --json, also those of libraries")

  static let all: [OptionDefinition] = [
    output.definition, json.definition, jq.definition, color.definition, timeout.definition, SharedOptions.bus.definition,
    SharedOptions.noAutostart.definition, SharedOptions.language.definition, SharedOptions.units.definition, quiet.definition,
    noPager.definition, help.definition,
  ]
}

extension Arguments {
  /// Returns the format given by `--output`, `--json` or `--jq`; `nil` without these options. Throws a 400 if they contradict each other, or
  /// if the expression of `--jq` is not valid.
  func format() throws(Problem) -> (any OutputFormat)? {
    let chosen = self[CommonOptions.output]
    let json = JSONFormat()
    let expression = self[CommonOptions.jq]
    guard self[CommonOptions.json] || expression != nil else { return chosen }
    let option = self[CommonOptions.json] ? "--json" : "--jq"
    let allowed = [json.name] + (self[CommonOptions.json] ? [] : [JSONLinesFormat().name])
    if let chosen, !allowed.contains(chosen.name) {
      throw .usage(
        "\(option) and --output \(chosen.name) cannot be combined: drop \(option) for \(chosen.name), or --output \(chosen.name) for JSON",
        field: option)
    }
    guard let expression else { return json }
    let timeout = self[CommonOptions.timeout] ?? Context.standardTimeout
    return try JQFormat(expression, isLineByLine: chosen?.name == JSONLinesFormat().name, timeout: timeout)
  }
}

/// The option `--fields KEYS`.
enum FieldsOption {
  static let option = Option("fields", "KEYS", "Show only these fields, in this order, such as url,created")

  /// Returns the fields given by their keys or labels, in that order; `nil` without the option. `kind` is `nil` if it is unknown, with all of
  /// its fields. Throws a 400 that names an unknown field.
  static func parse(_ arguments: Arguments, of kind: Kind?, _ language: @autoclosure () -> any Language) throws(Problem) -> [Field]? {
    guard let keys = arguments[option] else { return nil }
    if arguments[WireFormat.flag] { throw .usage("--fields and --wire cannot be combined", field: "--fields") }
    let wording = Wording(language())
    return try keys.split(separator: ",", omittingEmptySubsequences: false).map { key throws(Problem) in
      guard let field = kind.flatMap({ wording.field(key, of: $0) }) else {
        throw .unknown("field", String(key), field: "--fields", among: kind?.fields.map(\.key) ?? [])
      }
      return field
    }
  }

  /// Returns a canonical record with its kind, its ID and `fields` only; with all fields if `fields` is `nil`.
  static func only(_ fields: [Field]?, of record: JSON) -> JSON {
    guard let fields else { return record }
    let keys = ["kind", "id"] + fields.map(\.key)
    return .object(JSON.Object(keys.compactMap { key in (record[key] ?? record["extra"]?[key]).map { (key, $0) } }))
  }
}

/// The option `--kind KIND`.
enum KindOption {
  static func option(_ help: String) -> Option<String> { Option("kind", "KIND", help, offering: words) }

  /// The kinds to choose from.
  static let words = Kinds.standard.all.map(\.name.text)

  /// Returns the kind named `word`, which may be one that only the origin knows. Throws a 400 that lists the available kinds.
  static func parse(_ word: String?, _ context: Context) async throws(Problem) -> KindName? {
    guard let word else { return nil }
    if let kind = context.kinds.kind(called: word) { return kind.name }
    let others = KindName(word) == nil ? [] : await context.otherKinds()
    guard let other = others.first(where: { $0.text == word }) else {
      throw .unknownKind(word, context.kinds.adding(others.map { Kind(unknown: $0) }))
    }
    return other
  }
}

extension Context {
  /// Returns the kinds that only the origin knows; none if no bus is running.
  func otherKinds(within limit: Duration? = nil) async -> [KindName] {
    let offered = try? await observer(within: limit ?? timeout / 3).ask(KindsRequest())
    return (offered ?? []).filter { kinds[$0] == nil }
  }
}

/// Writes records in the JSON of a SWAPI server (`--wire`), in any dialect.
struct WireFormat: Sendable {
  static let flag = Flag("wire", "Print records as a SWAPI server sends them")
  private static let standardDialect = "swapi"
  static let dialect = Option(
    "dialect", "NAME", "With --wire, print records as servers of this dialect do: \(Dialects.standardNames.joined(separator: ", "))",
    choices: Dialects.standardNames.map { ($0, $0) })
  /// The options of every command that prints records in this format.
  static let options = [flag.definition, dialect.definition]
  /// The base URL of links if the origin has no URL. The embedded catalogue was taken from this server.
  static let standardBase = "https://swapi.dev/api"

  private let dialect: any Dialect
  private let isLineByLine: Bool
  private let context: Context

  /// Returns `nil` without `--wire`. Throws if the chosen output format is not JSON, and for a dialect without `--wire`.
  init?(_ arguments: Arguments, _ context: Context) throws(Problem) {
    let name = arguments[Self.dialect]
    guard arguments[Self.flag] else {
      if name != nil { throw .usage("--dialect needs --wire", field: "--dialect") }
      return nil
    }
    guard context.isForPrograms || !context.isFormatChosen else {
      throw .usage("--wire and --output \(context.format.name) cannot be combined; use --output json or jsonl", field: "--wire")
    }
    guard let dialect = Dialects.standard[name ?? Self.standardDialect] else { throw Problem(500, "the dialect is missing") }
    self.dialect = dialect
    isLineByLine = context.format.name == "jsonl"
    self.context = context
  }

  func record(_ record: Record, from response: CachedResponse) -> SafeText {
    context.text(of: dialect.wire(record, base: Self.base(response.origin, response.location, record.reference.kind)), layout)
  }

  /// Returns one array, or one record per line for `jsonl`.
  func list(_ records: [Record], from list: ListResponse) -> SafeText {
    let wire = records.map { dialect.wire($0, base: Self.base(list.origin, list.location, $0.reference.kind)) }
    return isLineByLine ? wire.map { context.text(of: $0) }.joined() : context.text(of: .array(wire), layout)
  }

  /// That of `--json`.
  private var layout: JSON.Layout { isLineByLine ? .compact : context.terminal.output.jsonLayout }

  /// Returns the root URL of `origin`. If the worker did not name its origin, or if that has several servers, derives the URL from the
  /// location of the record or list.
  static func base(_ origin: OriginIdentity?, _ location: String?, _ kind: KindName) -> String {
    let members = origin?.members ?? []
    if members.count == 1 { return members[0] == OriginIdentity.embedded.text ? standardBase : members[0] }
    return location.flatMap { OriginIdentity.root(of: $0, kind: kind) } ?? members.first { $0 != OriginIdentity.embedded.text }
      ?? standardBase
  }
}
