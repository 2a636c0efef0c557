import Localization
import Models
import Presentation

/// The favourites that match a filter.
struct FavouriteRows {
  private struct Row {
    let reference: Reference
    let name: String
    let kind: String
    /// The place in the order in which they were added.
    let place: Int
  }

  private let rows: [Row]

  /// Words match names and kinds, and the columns of the lists of each kind; conditions match only the kinds that have the field.
  init(_ context: UpdateContext, filter text: String) {
    let wording = context.settings.wording
    let names = NameFilter(text)
    var filters: [KindName: RecordFilter] = [:]
    func matches(_ reference: Reference, _ name: String, _ kind: String) -> Bool {
      guard !text.allSatisfy(\.isWhitespace) else { return true }
      if !names.isEmpty, names.matches("\(name) \(kind)") { return true }
      guard case .known(let record) = context.cache.label(of: reference) else { return false }
      let filter = filters[reference.kind] ?? RecordFilter(text, of: context.kinds[reference.kind], sortedBy: nil, wording)
      filters[reference.kind] = filter
      return filter.matches(record, FuzzyText(record.name), context.cache)
    }
    let labels = ReferenceWording(context.cache, context.kinds, wording)
    rows = context.favourites.enumerated().compactMap { place, reference in
      let (name, kind) = (labels.name(of: reference), wording.word(for: reference.kind, context.kinds))
      return matches(reference, name, kind) ? Row(reference: reference, name: name.lowercased(), kind: kind, place: place) : nil
    }
  }

  func sorted(by order: FavouritesModel.Order, descending isDescending: Bool) -> [Reference] {
    let sorted =
      switch order {
      case .added: rows
      case .name: rows.sorted { ($0.name, $0.place) < ($1.name, $1.place) }
      case .kind: rows.sorted { ($0.kind, $0.name, $0.place) < ($1.kind, $1.name, $1.place) }
      }
    return (isDescending ? sorted.reversed() : sorted).map(\.reference)
  }
}

extension Wording {
  /// Returns the word for a record of the kind: `person`.
  func word(for kind: KindName, _ kinds: Kinds) -> String { kinds[kind].map(singular(of:)) ?? kind.text }
}
