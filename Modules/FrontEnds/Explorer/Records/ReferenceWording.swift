import Contracts
public import Localization
import MessageBus
public import Models
public import Presentation
import TerminalText

/// What a screen calls the records that another one points to: by name when the library knows it.
public struct ReferenceWording: Sendable {
  public let library: Library
  public let kinds: Kinds
  public let wording: Wording

  public init(_ library: Library, _ kinds: Kinds, _ wording: Wording) {
    self.library = library
    self.kinds = kinds
    self.wording = wording
  }

  /// The name, safe for a terminal, or the reference itself.
  public func name(of reference: Reference) -> String { library[known: reference]?.record.name.printable ?? reference.description }

  /// The name, an ellipsis while it is on its way, or the reference and why there is no name. `prefix` columns stand before it for the number that
  /// its kind is told in, as films are by episode.
  public func text(of reference: Reference, prefix: Int = 0) -> StyledText {
    switch library[reference] {
    case .known(let entry):
      let lead = prefix > 0 ? StyledText((self.prefix(of: entry.record) ?? "").padded(to: prefix) + " ", .muted) : StyledText()
      return lead + StyledText(entry.record.name.printable, .accent)
    case .unknown, .loading: return StyledText("…", .muted)
    case .failed(let problem):
      let reason = problem.type == ProblemType.notFound ? wording.language.say(.notThere) : problem.title.printable
      return StyledText("\(reference) (\(reason))", .muted)
    }
  }

  func prefixWidth(of references: [Reference]) -> Int {
    references.reduce(0) { width, reference in
      max(width, library[known: reference].flatMap { prefix(of: $0.record) }?.columns ?? 0)
    }
  }

  /// The value of the field that lists of the kind go by, where that is not the name: `IV`.
  private func prefix(of record: Record) -> String? {
    guard let kind = kinds[record.reference.kind], let key = kind.sortKeys.first, key != kind.fields.first?.key else { return nil }
    return record.display(key).map(wording.text(of:))
  }
}
