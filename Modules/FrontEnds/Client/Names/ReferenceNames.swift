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
        guard answer.reference.kind == .films, case .label(let label) = answer.content else { continue }
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

/// A reference as people write it. Besides `people/1`: in any case and with another word for the kind (`Film/1`, `movies/1`), as a path (`/people/1/`), and as the
/// URL of a record (`https://swapi.dev/api/people/1/?format=json`).
public struct TypedReference: Sendable, Hashable {
  /// `text` as a reference, or as `KIND/NAME`, with the name of the kind. Other texts are unchanged.
  public let text: String

  public init(_ text: String, _ kinds: Kinds) {
    let path = Self.path(of: text)
    guard let slash = path.firstIndex(of: "/"), let kind = kinds.kind(called: path[..<slash])?.name else {
      // A URL names a record also if the kind is unknown here.
      self.text = path != text && Reference(path) != nil ? path : text
      return
    }
    self.text = "\(kind)\(path[slash...])"
  }

  public var reference: Reference? { Reference(text) }

  /// Returns `kind/rest` of a path or a URL; other texts unchanged.
  private static func path(of text: String) -> String {
    let schemes = ["http://", "https://"]
    let isURL = schemes.contains { text.lowercased().hasPrefix($0) }
    guard isURL || text.hasPrefix("/") else { return text.hasSuffix("/") ? withoutLastSlash(text) : text }
    let path = text.prefix { $0 != "?" && $0 != "#" }
    let components = path.split(separator: "/")
    // The kind and the ID are the last components; before them are the scheme, the host and the path of the origin.
    guard components.count >= (isURL ? 4 : 2) else { return text }
    return components.suffix(2).joined(separator: "/")
  }

  /// Returns `people/1` for `people/1/`. `people/` stays what it is: its name is missing.
  private static func withoutLastSlash(_ text: String) -> String {
    let path = String(text.dropLast())
    return path.contains("/") ? path : text
  }
}
