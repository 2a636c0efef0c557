import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation
import TerminalText

/// `holocron schema`: the JSON Schema of what `--json` prints.
struct SchemaCommand: Command {
  let name = "schema"
  let group = CommandGroup.about
  let summary = "Print the JSON Schema of the records"
  let usage = ["[KIND]"]
  let details = ["JSON Schema, draft 2020-12, of one record as --json prints it. Without KIND a schema that takes a record of any kind."]
  let examples = [
    Example("holocron schema", "of any record"),
    Example("holocron schema people", "of a person"),
  ]
  let operands = 0...1

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    context.output.write(SafeText(try schema(arguments.operands.first, context.kinds), .indented, on: context.terminal.output), .page)
    return .success
  }

  private func schema(_ wanted: String?, _ kinds: Kinds) throws(Problem) -> JSON {
    guard let wanted else { return kinds.schema }
    guard let kind = KindName(wanted).flatMap({ kinds[$0] }) else { throw .unknownKind(wanted, kinds) }
    return kind.schema
  }
}

extension Problem {
  static func unknownKind(_ word: String, _ kinds: Kinds) -> Problem {
    .usage(
      "there is no kind '\(word)': there are \(kinds.all.map(\.name.text).joined(separator: ", "))", field: word,
      suggestions: kinds.names(like: word))
  }
}
