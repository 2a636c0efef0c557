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

    /// By name, or by reference with the reason.
    public var styled: StyledText {
      switch self {
      case .named(let name): StyledText(name.printable, .accent)
      case .gap(let reference, let reason): StyledText(reason.isEmpty ? "\(reference)" : "\(reference) (\(reason.printable))", .muted)
      }
    }
  }

  private var names: [Reference: Name] = [:]

  public init() {}

  public subscript(reference: Reference) -> Name { names[reference] ?? .gap(reference, "") }

  /// The references without a name, ascending.
  public var gaps: [Reference] {
    names.values.compactMap { if case .gap(let reference, _) = $0 { reference } else { nil } }.sorted()
  }

  /// Asks for all `references` at once; each that fails leaves a gap and spoils none of the others.
  public static func fetched(_ references: [Reference], from repository: some Repository, kinds: Kinds) async -> ReferenceNames {
    await withTaskGroup(of: (Reference, Name).self) { group in
      for reference in references {
        group.addTask { (reference, await name(of: reference, from: repository, kinds)) }
      }
      return await group.reduce(into: ReferenceNames()) { $0.names[$1.0] = $1.1 }
    }
  }

  private static func name(of reference: Reference, from repository: some Repository, _ kinds: Kinds) async -> Name {
    do throws(Problem) {
      let answered = try await repository.record(reference)
      guard let name = (try? JSON(parsing: answered.body)).flatMap({ kinds.name(of: $0, reference.kind) }) else {
        return .gap(reference, "has no name")
      }
      return .named(name)
    } catch {
      return .gap(reference, error.type == Problem.Kind.notFound ? "not found" : error.title)
    }
  }
}
