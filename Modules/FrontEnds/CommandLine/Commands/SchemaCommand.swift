import Console
import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation
import TerminalText

/// `holocron schema`: prints the JSON Schema of the records that `--json` prints.
struct SchemaCommand: Command {
  let name = "schema"
  let group = CommandGroup.about
  let summary = "Print the JSON Schema of the records"
  let usage = ["[KIND]"]
  let details = [
    "Prints the JSON Schema (draft 2020-12) of one record as printed by --json. Without KIND, the schema accepts records of any kind."
  ]
  let examples = [
    Example("holocron schema", "for any record"),
    Example("holocron schema people", "for a person"),
  ]
  let firstWords = Kinds.standard.all.map(\.name.text)
  let operands = 0...1
  let needsBus = false

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    context.output.write(SafeText(try schema(arguments.operands.first, context.kinds), .indented, on: context.terminal.output), .page)
    return .success
  }

  private func schema(_ name: String?, _ kinds: Kinds) throws(Problem) -> JSON {
    guard let name else { return kinds.schema }
    guard let kind = KindName(name).flatMap({ kinds[$0] }) else { throw .unknownKind(name, kinds) }
    return kind.schema
  }
}

extension Problem {
  static func unknownKind(_ word: String, _ kinds: Kinds) -> Problem {
    .usage(
      "unknown kind \(word.quoted) (available: \(kinds.all.map(\.name.text).joined(separator: ", ")))", field: word,
      suggestions: kinds.names(like: word))
  }
}
