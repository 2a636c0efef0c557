import Client
import Contracts
import Explorer
import MessageBus
import Models
import Presentation

/// `holocron people`: lists a kind. One command for every kind of the registry.
struct ListCommand: Command {
  let kind: KindDescription

  var name: String { kind.name.text }
  let group = CommandGroup.catalogue
  var summary: String { "List \(name)" }
  let usage = ["[--sort KEY] [--reverse] [--page N | --all] [--search TEXT]"]
  var details: [String] {
    [
      "Ten \(name) a page, in the order of \(kind.sortKeys[0]). Those without the value that is sorted by come last.",
      "Sort keys: \(kind.sortKeys.joined(separator: ", ")).",
    ]
  }
  var examples: [Example] {
    [
      Example("holocron \(name) --all", "all \(name)"),
      Example("holocron \(name) --sort \(kind.sortKeys.dropFirst().first ?? kind.sortKeys[0]) --reverse", "in another order"),
      Example("holocron \(name) --all --json | jq length", "how many there are"),
    ]
  }

  static let sort = Option("sort", "KEY", "the order; a field of the kind")
  static let reverse = Flag("reverse", "from last to first")
  static let page = Option("page", "N", "which page, from 1", in: 1...Int.max)
  static let everything = Flag("all", "every page")
  static let search = Option("search", "TEXT", "only those whose name contains the words")

  let switches = [sort.definition, reverse.definition, page.definition, everything.definition, search.definition, WireForm.flag.definition]

  /// What the command line asks for.
  func request(_ arguments: Arguments) throws(Problem) -> ListRequest {
    let all = arguments[Self.everything]
    if all, arguments[Self.page] != nil { throw .usage("--all and --page exclude each other: leave one out", field: "--all") }
    let sort = arguments[Self.sort]
    if let sort, !kind.sortKeys.contains(sort) {
      throw .usage(
        "\(name) cannot be sorted by '\(sort)': choose one of \(kind.sortKeys.joined(separator: ", "))", field: "--sort",
        suggestions: suggestions(for: sort, among: kind.sortKeys))
    }
    return ListRequest(
      kind.name, all ? .all : .page(arguments[Self.page] ?? 1), sort: sort, descending: arguments[Self.reverse],
      search: arguments[Self.search])
  }

  func run(_ arguments: Arguments, in context: Context) async throws(Problem) -> ExitCode {
    let wire = try WireForm(arguments, context)
    let request = try request(arguments)
    let list = try await context.repository.list(request)
    let page = list.page
    if let missing = page.missing {
      context.note("The list is not whole: its origin counts \(page.count + missing) \(name) and gives \(page.count).")
    }
    if wire == nil, context.isForPrograms {
      context.showRaw(page.items)
      return .success
    }
    let records = try page.items.map { item throws(Problem) in try Record(answered: item, kinds: context.kinds) }
    if let wire {
      context.print(wire.list(records, from: list))
      return .success
    }
    context.show(ListDocument(kind, records, wording: try context.wording()))
    if let more = remark(on: page, request) { context.hint(more) }
    return .success
  }

  /// What else there is.
  func remark(on page: PageBody, _ request: ListRequest) -> String? {
    let noun = page.count == 1 ? kind.singular : name
    if page.items.isEmpty { return request.search.map { "No \(kind.singular) has '\($0)' in its name." } ?? "There are no \(name)." }
    guard page.pages > 1 else { return nil }
    let next = page.page < page.pages ? "; next: --page \(page.page + 1), all: --all" : ""
    return "Page \(page.page) of \(page.pages), \(page.count) \(noun)\(next)"
  }
}
