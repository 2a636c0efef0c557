import Contracts
import MessageBus
public import Models
import OrderedJSON

/// What the records that another one points to are called, gaps included.
public struct ReferenceNames: Sendable {
  public enum Name: Sendable, Hashable {
    case named(String)
    /// The name could not be had; the text says why.
    case gap(Reference, String)
  }

  private var names: [Reference: Name] = [:]

  public init() {}

  public subscript(reference: Reference) -> Name { names[reference] ?? .gap(reference, "") }

  /// The references without a name, ascending.
  public var gaps: [Reference] {
    names.values.compactMap { if case .gap(let reference, _) = $0 { reference } else { nil } }.sorted()
  }

  /// How many names are asked for at once: more would only crowd out other front-ends.
  private static let outstanding = 64

  /// Asks for `references`, many at once; each that fails, or is not there in time, leaves a gap and spoils none of the others.
  public static func fetched(_ references: [Reference], from repository: some Repository, kinds: Kinds) async -> ReferenceNames {
    await withTaskGroup(of: (Reference, Name).self) { group in
      var names = ReferenceNames()
      var rest = references[...]
      func askNext() {
        guard let reference = rest.popFirst() else { return }
        group.addTask { (reference, await name(of: reference, from: repository, kinds)) }
      }
      for _ in 0..<outstanding { askNext() }
      while let (reference, name) = await group.next() {
        names.names[reference] = name
        askNext()
      }
      return names
    }
  }

  private static func name(of reference: Reference, from repository: some Repository, _ kinds: Kinds) async -> Name {
    do throws(Problem) {
      let answered = try await repository.record(reference)
      return kinds.name(of: answered.json, reference.kind).map { .named($0) } ?? .gap(reference, "has no name")
    } catch {
      return .gap(reference, error.type == ProblemType.notFound ? "not found" : error.title)
    }
  }
}
