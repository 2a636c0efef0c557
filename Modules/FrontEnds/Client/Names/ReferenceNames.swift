import Contracts
import MessageBus
public import Models
import OrderedJSON

/// The names of the records that another record refers to, including missing names.
public struct ReferenceNames: Sendable {
  public enum Name: Sendable, Hashable {
    case named(String)
    /// The name could not be fetched; the text is the reason.
    case missing(Reference, String)
  }

  private var names: [Reference: Name] = [:]

  public init() {}

  public subscript(reference: Reference) -> Name { names[reference] ?? .missing(reference, "") }

  /// The references without a name, in ascending order.
  public var missing: [Reference] {
    names.values.compactMap { if case .missing(let reference, _) = $0 { reference } else { nil } }.sorted()
  }

  /// The maximum number of concurrent requests. More would only crowd out other front-ends.
  private static let maximumInFlight = 64

  /// Fetches the names of `references` concurrently. A request that fails or times out leaves that name missing and does not affect the
  /// others.
  public static func fetched(_ references: [Reference], from repository: some Repository, kinds: Kinds) async -> ReferenceNames {
    await withTaskGroup(of: (Reference, Name).self) { group in
      var names = ReferenceNames()
      var rest = references[...]
      func fetchNext() {
        guard let reference = rest.popFirst() else { return }
        group.addTask { (reference, await name(of: reference, from: repository, kinds)) }
      }
      for _ in 0..<maximumInFlight { fetchNext() }
      while let (reference, name) = await group.next() {
        names.names[reference] = name
        fetchNext()
      }
      return names
    }
  }

  private static func name(of reference: Reference, from repository: some Repository, _ kinds: Kinds) async -> Name {
    do throws(Problem) {
      let response = try await repository.record(reference)
      return kinds.name(of: response.json, reference.kind).map { .named($0) } ?? .missing(reference, "has no name")
    } catch {
      return .missing(reference, error.type == ProblemType.notFound ? "not found" : error.title)
    }
  }
}
