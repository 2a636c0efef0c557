import Client
import Contracts
import Dialects
import MessageBus
import Models
import OrderedJSON
import Presentation
import TerminalText

/// Records as the origin's own JSON (`--wire`).
struct WireForm: Sendable {
  static let flag = Flag("wire", "the records as a SWAPI server writes them")
  /// Where links lead when the origin has no address of its own: the embedded catalogue writes them as the server did that it was taken from.
  static let standardBase = "https://swapi.dev/api"

  private let dialect: any Dialect
  private let isLineByLine: Bool
  private let surface: Surface

  /// `nil` without `--wire`. Throws when a format was chosen that is not JSON.
  init?(_ arguments: Arguments, _ context: Context) throws(Problem) {
    guard arguments[Self.flag] else { return nil }
    guard context.isForPrograms || !context.isFormatChosen else {
      throw .usage("--wire is JSON: leave out --output \(context.format.name), or choose json or jsonl", field: "--wire")
    }
    guard let dialect = context.dialects["swapi"] else { throw Problem(500, "the dialect swapi is missing") }
    self.dialect = dialect
    isLineByLine = context.format.name == "jsonl"
    surface = context.terminal.output
  }

  func record(_ record: Record, from answered: CachedResponse) -> SafeText {
    SafeText(dialect.wire(record, base: Self.base(answered.origin, answered.location, record.reference.kind)), on: surface)
  }

  /// One array, or one record a line.
  func list(_ records: [Record], from list: AnsweredList) -> SafeText {
    let wire = records.map { dialect.wire($0, base: Self.base(list.origin, list.location, $0.reference.kind)) }
    return isLineByLine ? wire.map { SafeText($0, on: surface) }.joined() : SafeText(.array(wire), on: surface)
  }

  /// The URL of the root under which `origin` keeps its records. A worker that does not name its origin says where the record or list is kept.
  static func base(_ origin: OriginIdentity?, _ location: String?, _ kind: KindName) -> String {
    if let origin { return origin == .embedded ? standardBase : origin.text }
    guard let location, location.contains("://") else { return standardBase }
    let path = location.prefix { $0 != "?" && $0 != "#" }
    var components = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let index = components.lastIndex(of: kind.text[...]), index > 2 else { return standardBase }
    components.removeSubrange(index...)
    return components.joined(separator: "/")
  }
}
