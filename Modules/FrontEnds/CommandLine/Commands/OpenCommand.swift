import Client
import Contracts
import Launch
import MessageBus
import Models
import OrderedJSON
import Presentation
import TerminalText

/// `holocron open A`: the origin's own page of a record, in a browser.
struct OpenCommand: Command {
  let name = "open"
  let group = CommandGroup.catalogue
  let summary = "Open a record at its origin in a browser"
  let usage = ["KIND/ID | NAME [--print]"]
  let details = [
    "Uses BROWSER, else xdg-open. Without a graphical session, in a pipe and with --print the address is printed. The embedded catalogue "
      + "has no addresses."
  ]
  let examples = [Example("holocron open luke", "in a browser"), Example("holocron open starships/9 --print", "only the address")]
  static let onlyPrint = Flag("print", short: "p", "print the address, open nothing")
  let switches = [onlyPrint.definition]
  let operands = 1...Int.max

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let reference = try await context.find([arguments.operands.joined(separator: " ")])[0]
    // A record that came with a list does not say where it is kept; its origin does when it is asked for it alone.
    var location = try await context.record(reference).answered.location
    if location == nil {
      location = try await context.repository.record(reference, validation: Validation(revalidate: true)).answered.location
    }
    guard let address = location.flatMap({ WebAddress($0) }) else {
      throw Problem(
        500, "there is nothing to open",
        detail: "\(reference) comes from an origin without web addresses, such as the embedded catalogue: use holocron show")
    }
    if context.isFormatChosen {
      context.show(
        ReportDocument(
          [.facts([Fact("Address", StyledText(address.text, .accent))])],
          json: ["kind": .string(reference.kind.text), "id": .number(reference.id), "url": .string(address.text)]))
      return .success
    }
    guard !arguments[Self.onlyPrint], context.terminal.output.isTerminal, let browser = Browser.chosen(context.environment) else {
      context.print("\(address.text)\n")
      return .success
    }
    context.note("Opening \(address.text)")
    try browser.open(address, with: context.launcher.executables)
    return .success
  }
}
