import Localization
import Models
import Presentation

/// Filtering. Loaded records are filtered at once; while pages are missing, the origin is searched as well once typing pauses.
extension ListModel {
  /// Maximum number of matches requested from the origin.
  static let originSearchLimit = 100

  mutating func edit(_ edit: TextEdit, _ context: inout UpdateContext) {
    guard isTyping, filter?.apply(edit) == true else { return }
    discardOriginMatches(&context)
    // While the user types, the first match is selected.
    forgetMove()
    updateRows(&context)
    if nameFilter != nil { context.emit(.startTimer(.querySettled, after: SearchModel.originDebounce)) }
  }

  /// Returns the filter for the loaded records, in the state of the last update.
  func recordFilter(_ kinds: Kinds, _ wording: Wording) -> RecordFilter? {
    guard let text = filter?.text else { return nil }
    var recordFilter = RecordFilter(text, of: kinds[kind], sortedBy: order.sortKey(of: kinds[kind]), wording)
    recordFilter.isFuzzy = usesFuzzyFilter
    return recordFilter.isEmpty ? nil : recordFilter
  }

  /// Returns the records that match the filter, or that are in `others`. If no record matches, letters of words may have others in between.
  mutating func filtered(_ entries: [RecordCache.Entry], or others: [Reference], _ context: UpdateContext) -> [Record] {
    usesFuzzyFilter = false
    guard var recordFilter = recordFilter(context.kinds, context.settings.wording) else { return entries.map(\.record) }
    let others = Set(others)
    func matching() -> [Record] {
      entries.filter { others.contains($0.record.reference) || recordFilter.matches($0.record, $0.name, context.cache) }.map(\.record)
    }
    let exact = matching()
    guard exact.isEmpty, recordFilter.mayBeFuzzy else { return exact }
    usesFuzzyFilter = true
    recordFilter.isFuzzy = true
    return matching()
  }

  /// Whether the list is sorted by a column of names of other records.
  func sortsByNames(_ kinds: Kinds) -> Bool {
    let key = order.sortKey(of: kinds[kind])
    return kinds[kind]?.fields.first { $0.key == key }?.shape == .reference
  }

  /// Requests the names of records in the columns, which the filter and the order read, also for rows that are not visible.
  func loadFilteredNames(_ context: inout UpdateContext) {
    let isFiltered = recordFilter(context.kinds, context.settings.wording)?.readsNames == true
    guard let description = context.kinds[kind], isFiltered || sortsByNames(context.kinds) else { return }
    let keys = ListColumns.fields(of: description).filter(\.shape.isReference).map(\.key)
    let records = pages.references.prefix(Self.maxFilteredNames).compactMap { context.cache.entry(for: $0)?.record }
    context.loadMissingNames(of: records.flatMap { record in keys.flatMap { record.display($0)?.references ?? [] } })
  }

  /// Maximum number of records whose columns are filtered by the names of other records.
  static let maxFilteredNames = 2_000

  /// Returns `false` if there is no filter.
  mutating func clearFilter(_ context: inout UpdateContext) -> Bool {
    guard filter != nil else { return false }
    // The selected match stays selected in the unfiltered list.
    hasMoved = hasMoved || (nameFilter != nil && subject != nil)
    filter = nil
    isTyping = false
    discardOriginMatches(&context)
    updateRows(&context)
    return true
  }

  /// Discards the origin's matches for the previous text.
  private mutating func discardOriginMatches(_ context: inout UpdateContext) {
    originMatches = []
    guard let originSearch else { return }
    context.emit(.cancel(originSearch))
    self.originSearch = nil
  }

  mutating func searchOrigin(_ context: inout UpdateContext) {
    guard let text = filter?.text.asSearchText, nameFilter != nil, !pages.isComplete, originSearch == nil else { return }
    originSearch = context.send(.searchOrigin(text, kind: kind, limit: Self.originSearchLimit))
  }

  mutating func storeOriginMatches(_ references: [Reference], _ context: inout UpdateContext) {
    originSearch = nil
    originMatches = references.filter { $0.kind == kind }
    context.load(originMatches)
    updateRows(&context)
  }
}

extension String {
  /// The text with `!`, which excludes records in a filter, written as the search writes it.
  fileprivate var asSearchText: String {
    let characters = Array(self)
    return QueryTerm.parse(self, negations: RecordFilter.negations).map { term in
      let text = String(characters[term.range])
      guard term.isNegated else { return text }
      // The search reads a minus sign before a digit as that of a number.
      if case .word(let word) = term.content, word.first?.isLetter != true { return "-\"\(word)\"" }
      return "-\(text)"
    }.joined(separator: " ")
  }
}
