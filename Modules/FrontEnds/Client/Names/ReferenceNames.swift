import Contracts
import MessageBus
public import Models
import OrderedJSON

/// The names of the records that another record refers to, including missing names.
public struct ReferenceNames: Sendable {
  /// The name of a record, or why it is missing.
  public enum Name: Sendable, Hashable {
    case named(String)
    /// The name is unknown; the text is the reason.
    case missing(Reference, String)
  }

  private var names: [Reference: Name] = [:]
  /// The episodes of the named films.
  public private(set) var episodes: [Reference: Int] = [:]

  public init() {}

  public subscript(reference: Reference) -> Name { names[reference] ?? .missing(reference, "") }

  /// The references without a name, in ascending order.
  public var missing: [Reference] {
    names.values.compactMap { if case .missing(let reference, _) = $0 { reference } else { nil } }.sorted()
  }

  /// Requests the names of `references`, with one request for every ``Contracts/NamesRequest/maxReferences`` of them, several of them side by
  /// side. A failure leaves names missing and does not affect the others. Calls `onPart` with the number of names so far.
  public static func fetched(
    _ references: [Reference], from repository: some Repository, kinds: Kinds, onPart: (Int) -> Void = { _ in }
  ) async -> ReferenceNames {
    var names = ReferenceNames()
    await repository.names(of: references) { part in
      for answer in part {
        names.names[answer.reference] = Name(answer, kinds)
        guard answer.reference.kind == Film.kind, case .label(let label) = answer.content else { continue }
        names.episodes[answer.reference] = label["episode"]?.int
      }
      onPart(names.names.count)
    }
    return names
  }
}

extension ReferenceNames.Name {
  fileprivate init(_ answer: NameAnswer, _ kinds: Kinds) {
    switch answer.content {
    case .label(let label):
      self = kinds.name(of: label, answer.reference.kind).map { .named($0) } ?? .missing(answer.reference, "has no name")
    case .missing(let problem): self = .missing(answer.reference, problem.type == ProblemType.notFound ? "not found" : problem.title)
    }
  }
}
