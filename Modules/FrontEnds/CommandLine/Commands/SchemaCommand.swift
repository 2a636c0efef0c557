import Console
import Contracts
import MessageBus
import Models
import OrderedJSON
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
