import Contracts
import LoadTesting
import MessageBus
import Models
import OrderedJSON

/// A request of a chaos run, and whether an answer to it is the one that the catalogue gives.
struct ChaosRequest: Sendable {
  enum Form: String, Sendable, Hashable, CaseIterable {
    /// A record, a list in either order, the names of 20 records, and the record with a name: cached since before the run.
    case record, list, names, lookup
    /// A record that the cache has to revalidate at the origin.
    case revalidation
    /// A record straight from a fetcher.
    case fetch
    /// A name in the index.
    case search, suggestion

    /// The role of the process without which there is no right answer, apart from the broker.
    var role: ChaosTarget.Role {
      switch self {
      case .record, .list, .names, .lookup, .revalidation: .cache
      case .fetch: .fetcher
      case .search, .suggestion: .search
      }
    }

    /// Whether the answer has been in the cache since before the run.
    var isCached: Bool { [.record, .list, .names, .lookup].contains(self) }

    /// The shares of the forms.
    fileprivate var weight: Int {
      switch self {
      case .record: 8
      case .search, .fetch: 3
      case .list, .names, .suggestion: 2
      case .lookup, .revalidation: 1
      }
    }
  }

  let form: Form
  let request: Request
  /// The deadline in milliseconds.
  let limit: Int
  /// Compares the parts of a successful answer, of which the last is the final reply, with the catalogue. Throws the problem of an answer that
  /// cannot be read.
  private let compare: @Sendable ([Reply]) throws(Problem) -> ChaosSample.Outcome

  private static let lots = Form.allCases.flatMap { Array(repeating: $0, count: $0.weight) }
  /// Deadlines in milliseconds. Half of the requests outlast every failure of the plan.
  private static let limits = [5_000, 5_000, 5_000, 10_000, 2_000, 1_000]

  init(_ catalogue: ChaosCatalogue, _ random: inout RandomStream) {
    form = Self.lots[random.index(below: Self.lots.count)]
    limit = Self.limits[random.index(below: Self.limits.count)]
    let entry = catalogue.entries[random.index(below: catalogue.entries.count)]
    let named = catalogue.named[random.index(below: catalogue.named.count)]
    let kind = named.reference.kind
    switch form {
    case .record, .fetch, .revalidation:
      request = RecordRequest(entry.reference, validation: Validation(revalidate: form == .revalidation)).request
      compare = { parts throws(Problem) in try Self.single(parts) { $0.content == entry.bytes } }
    case .list:
      let (kind, asOrigin) = (entry.reference.kind, random.index(below: 2) == 0)
      request = ListRequest(kind, .all, asOrigin: asOrigin).request
      let expected = catalogue.lists[kind].map { asOrigin ? $0.origin : $0.sorted } ?? []
      compare = { parts throws(Problem) in try Self.list(parts, expected) }
    case .names:
      let first = random.index(below: catalogue.entries.count - 20)
      let references = catalogue.entries[first..<(first + 20)].map(\.reference)
      request = NamesRequest(references).request
      compare = { parts throws(Problem) in try Self.names(parts, references, catalogue) }
    case .lookup:
      request = NameLookupRequest(named.name, kind: kind).request
      compare = { parts throws(Problem) in
        try Self.single(parts) { reply throws(Problem) in
          let found = try NameLookupRequest.answer(reply)
          return found.reference == named.reference && found.name == named.name
        }
      }
    case .search:
      request = SearchRequest(named.name, kind: kind).request
      compare = { parts throws(Problem) in
        guard let reply = parts.last else { return .wrong("no parts") }
        let answer = try SearchRequest.answer(reply)
        let isRight = Self.contains(named, answer.matches)
        // The index may say that it does not know all records.
        return isRight || answer.coverage.isComplete ? try Self.single(parts) { _ in isRight } : .failed("200 incomplete index")
      }
    case .suggestion:
      request = SuggestRequest(named.name, kind: kind).request
      compare = { parts throws(Problem) in
        try Self.single(parts) { reply throws(Problem) in Self.contains(named, try SuggestRequest.answer(reply)) }
      }
    }
  }

  var service: ServiceName {
    switch form.role {
    case .fetcher: .fetch
    case .search: .search
    default: .cache
    }
  }

  /// Compares the parts of an answer with the catalogue.
  func outcome(of parts: [Reply]) -> ChaosSample.Outcome {
    if let problem = parts.last?.problem { return Self.outcome(of: problem) }
    let outcome: ChaosSample.Outcome
    do throws(Problem) { outcome = try compare(parts) } catch { outcome = .wrong("\(error)") }
    guard case .wrong(let detail) = outcome else { return outcome }
    return .wrong("\(request.target): \(detail)")
  }

  /// A failure that is admitted. Any other error would be a lie: the request is well-formed, and what it asks for exists.
  static func outcome(of problem: Problem) -> ChaosSample.Outcome {
    guard problem.status >= 500 || problem.status == 429 else { return .wrong("\(problem.status) \(problem)") }
    return .failed("\(problem.status) \(problem.type.split(separator: ":").last ?? "")", detail: problem.detail ?? problem.title)
  }

  private static func contains(_ entry: ChaosCatalogue.Entry, _ matches: [Match]) -> Bool {
    matches.contains { $0.reference == entry.reference && $0.name == entry.name }
  }

  private static func single(_ parts: [Reply], _ isRight: (Reply) throws(Problem) -> Bool) throws(Problem) -> ChaosSample.Outcome {
    guard parts.count == 1, let reply = parts.first else { return .wrong("\(parts.count) parts") }
    return try isRight(reply) ? .right : wrong(reply.content)
  }

  private static func list(_ parts: [Reply], _ expected: [ChaosCatalogue.Entry]) throws(Problem) -> ChaosSample.Outcome {
    var items: [JSON] = []
    for (index, part) in parts.enumerated() {
      let page = try PageBody(part.content)
      guard page.page == index + 1, page.pages == parts.count, page.count == expected.count, page.missing == nil else {
        return wrong(part.content)
      }
      items += page.items
    }
    guard items.count == expected.count else { return .wrong("\(items.count) records") }
    for (item, entry) in zip(items, expected) where item.bytes() != entry.bytes { return wrong(item.bytes()) }
    return .right
  }

  private static func names(_ parts: [Reply], _ references: [Reference], _ catalogue: ChaosCatalogue) throws(Problem) -> ChaosSample.Outcome
  {
    // After a lost connection, names may come again.
    var names: [Reference: ChaosSample.Outcome] = [:]
    for part in parts {
      for answer in try NamesRequest.answer(part) {
        switch answer.content {
        case .label(let label):
          guard label == catalogue.entry[answer.reference]?.label else { return wrong(part.content) }
          names[answer.reference] = .right
        case .missing(let problem): names[answer.reference] = names[answer.reference] ?? outcome(of: problem)
        }
      }
    }
    guard Set(names.keys) == Set(references) else { return .wrong("only the names of \(names.keys.sorted())") }
    return names.values.first { $0 != .right } ?? .right
  }

  private static func wrong(_ content: [UInt8]) -> ChaosSample.Outcome { .wrong(String(decoding: content.prefix(200), as: UTF8.self)) }
}
