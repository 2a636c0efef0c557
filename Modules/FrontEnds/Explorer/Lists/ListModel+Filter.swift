import Models

/// Filtering. Loaded names are filtered at once; while pages are missing, the origin is searched as well once typing pauses.
extension ListModel {
  /// Maximum number of matches requested from the origin.
  static let originSearchLimit = 100

  mutating func edit(_ edit: TextEdit, _ context: inout UpdateContext) {
    guard isTyping, filter?.apply(edit) == true else { return }
    discardOriginMatches(&context)
    // While the user types, the first match is selected.
    forgetMove()
    updateRows(&context)
    if nameFilter != nil, !pages.isComplete { context.emit(.startTimer(.querySettled, after: SearchModel.originDebounce)) }
  }

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
    guard let text = filter?.text, nameFilter != nil, !pages.isComplete, originSearch == nil else { return }
    originSearch = context.send(.searchOrigin(text, kind: kind, limit: Self.originSearchLimit))
  }

  mutating func storeOriginMatches(_ references: [Reference], _ context: inout UpdateContext) {
    originSearch = nil
    originMatches = references.filter { $0.kind == kind }
    context.load(originMatches)
    updateRows(&context)
  }
}
