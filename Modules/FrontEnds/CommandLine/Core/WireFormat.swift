import Client
import Console
import Contracts
import Dialects
import MessageBus
import Models
import OrderedJSON
import Presentation
import Text

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
    guard let dialect = context.dialects[name ?? Self.standardDialect] else { throw Problem(500, "the dialect is missing") }
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
