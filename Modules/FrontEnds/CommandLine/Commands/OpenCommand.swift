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

/// `holocron open luke`: opens the origin's page of a record in a browser.
struct OpenCommand: Command {
  let name = "open"
  let group = CommandGroup.catalogue
  let summary = "Open the origin's page of a record in a browser"
  let usage = ["KIND/ID | NAME [--print]"]
  let details = [
    "Uses BROWSER, or else xdg-open. Without a graphical session, in a pipe and with --print, the URL is printed. The embedded catalogue "
      + "has no web pages."
  ]
  let examples = [Example("holocron open luke", "in a browser"), Example("holocron open starships/9 --print", "only the URL")]
  static let onlyPrint = Flag("print", short: "p", "Print the URL without opening it")
  let options = [onlyPrint.definition]
  let takesText = true
  let operands = 1...Int.max

  func offer(after operands: [String]) -> OperandOffer { .names }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let reference = try await context.find([arguments.operands.joined(separator: " ")])[0]
    // A record that was cached as part of a list has no location. Revalidating it fetches the location.
    var location = try await context.record(reference).cached.location
    if location == nil {
      location = try await context.repository.record(reference, validation: Validation(revalidate: true)).cached.location
    }
    guard let address = location.flatMap({ WebAddress($0) }) else {
      throw Problem(
        404, "nothing to open", detail: "\(reference) has no web page at its origin; use holocron show \(reference)",
        type: ProblemType.noWebPage, extensions: ["subject": .string("\(reference)")])
    }
    if context.isFormatChosen {
      context.show(
        [LabeledValue(context.reportLanguage.say(.address), address.text, .accent)],
        json: ["kind": .string(reference.kind.text), "id": .number(reference.id), "url": .string(address.text)])
      return .success
    }
    guard !arguments[Self.onlyPrint], context.terminal.output.isTerminal, let browser = Browser.fromEnvironment(context.environment) else {
      context.print("\(address.text)\n")
      return .success
    }
    context.note(context.language.say(.opening(address.text)))
    try browser.open(address, with: context.launcher.executables)
    return .success
  }
}
