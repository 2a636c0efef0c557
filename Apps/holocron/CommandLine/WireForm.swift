import Contracts
import Dialects
import MessageBus
import Models
import OrderedJSON
import Presentation

/// Records as the origin's own JSON (`--wire`).
struct WireForm: Sendable {
  static let flag = Flag("wire", "the records as a SWAPI server writes them")
  /// Where links lead when the origin has no address of its own, as the embedded one.
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

  func record(_ record: Record, location: String?) -> SafeText {
    SafeText(dialect.wire(record, base: Self.base(of: location, record.reference.kind)), on: surface)
  }

  /// One array, or one record a line.
  func list(_ records: [Record], location: String?) -> SafeText {
    let wire = records.map { dialect.wire($0, base: Self.base(of: location, $0.reference.kind)) }
    return isLineByLine ? wire.map { SafeText($0, on: surface) }.joined() : SafeText(.array(wire), on: surface)
  }

  /// The URL of the root that `location`, a record or a list of `kind`, stands under.
  static func base(of location: String?, _ kind: KindName) -> String {
    guard let location, location.contains("://") else { return standardBase }
    let path = location.prefix { $0 != "?" && $0 != "#" }
    var components = path.split(separator: "/", omittingEmptySubsequences: false)
    guard let index = components.lastIndex(of: kind.text[...]), index > 2 else { return standardBase }
    components.removeSubrange(index...)
    return components.joined(separator: "/")
  }
}

extension Record {
  /// Reads a record that a worker sent.
  init(answered json: JSON, kinds: Kinds) throws(Problem) {
    do { try self.init(canonical: json, kinds: kinds) } catch {
      throw Problem(502, "a worker answered in an unknown form", detail: error.message, type: Problem.Kind.malformed)
    }
  }

  /// Reads a record that a worker sent as bytes.
  init(answered body: [UInt8], kinds: Kinds) throws(Problem) { try self.init(answered: try JSON(answered: body), kinds: kinds) }
}

extension JSON {
  /// Reads what a worker sent.
  init(answered body: [UInt8]) throws(Problem) {
    do { try self.init(parsing: body) } catch {
      throw Problem(502, "a worker answered in an unknown form", detail: error.description, type: Problem.Kind.malformed)
    }
  }
}
