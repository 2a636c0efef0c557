import Models

/// Narrowing a list: at once among what is loaded, and where pages are missing by asking the origin's search when what was typed has settled.
extension ListModel {
  /// Most people narrow a list to a screen.
  static let searchLimit = 100

  public mutating func edit(_ edit: TextEdit, _ work: inout Work) {
    guard isTyping, filter?.apply(edit) == true else { return }
    drop(&work)
    // Whoever types looks for what fits, and that is at the top.
    isTouched = false
    arrange(&work)
    if narrowing != nil, !pages.isComplete { work.order(.wake(.querySettled, after: SearchModel.settledPause)) }
  }

  /// `false` where there is nothing to clear.
  mutating func clearFilter(_ work: inout Work) -> Bool {
    guard filter != nil else { return false }
    // What was found stays selected among all the others.
    isTouched = isTouched || (narrowing != nil && subject != nil)
    filter = nil
    isTyping = false
    drop(&work)
    arrange(&work)
    return true
  }

  /// An answer to what was typed before is of no use any more.
  private mutating func drop(_ work: inout Work) {
    found = []
    guard let search else { return }
    work.order(.cancel(search))
    self.search = nil
  }

  mutating func askForMore(_ work: inout Work) {
    guard let text = filter?.text, narrowing != nil, !pages.isComplete, search == nil else { return }
    search = work.ask(.searchOrigin(text, kind: kind, limit: Self.searchLimit))
  }

  mutating func take(_ references: [Reference], _ work: inout Work) {
    search = nil
    found = references.filter { $0.kind == kind }
    work.need(found)
    arrange(&work)
  }
}
