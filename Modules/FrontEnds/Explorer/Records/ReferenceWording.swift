import Contracts
import Localization
import MessageBus
import Models
import Presentation
import TerminalText

/// Formats references to records: by name if it is known.
struct ReferenceWording: Sendable {
  let cache: RecordCache
  let kinds: Kinds
  let wording: Wording

  init(_ cache: RecordCache, _ kinds: Kinds, _ wording: Wording) {
    self.cache = cache
    self.kinds = kinds
    self.wording = wording
  }

  /// Returns the printable name, or the reference if the name is not known.
  func name(of reference: Reference) -> String { label(of: reference)?.name.printable ?? reference.description }

  private func label(of reference: Reference) -> Record? {
    if case .known(let record) = cache.label(of: reference) { record } else { nil }
  }

  /// Returns the name, an ellipsis while it is loading, or the reference and the error. `prefix` is the width of the number before
  /// the name, such as a film's episode.
  func text(of reference: Reference, prefix: Int = 0) -> StyledText {
    switch cache.label(of: reference) {
    case .known(let record):
      let prefixText = prefix > 0 ? StyledText((self.prefix(of: record) ?? "").padded(to: prefix) + " ", .muted) : StyledText()
      return prefixText + StyledText(record.name.printable, .accent)
    case .unknown, .loading: return StyledText("…", .muted)
    case .failed(let problem):
      let reason = problem.type == ProblemType.notFound ? wording.language.say(.notFound) : problem.title.printable
      return StyledText("\(reference) (\(reason))", .muted)
    }
  }

  func prefixWidth(of references: [Reference]) -> Int {
    references.reduce(0) { width, reference in
      max(width, label(of: reference).flatMap { prefix(of: $0) }?.columns ?? 0)
    }
  }

  /// Returns the value of the kind's sort field if that is not the name: `IV`.
  private func prefix(of record: Record) -> String? {
    guard let kind = kinds[record.reference.kind], let key = kind.sortKeys.first, key != kind.fields.first?.key else { return nil }
    return record.display(key).map(wording.text(of:))
  }
}
