import Models

extension Explorer {
  /// Loads what the extras on the screen need: the number of records of each kind for the first screen; for a record its films, and the
  /// list of its kind for the bars. Sends nothing while other requests are pending, because the visible fields come first.
  mutating func loadExtras(_ context: inout UpdateContext) {
    guard showsCounts || shownRecord != nil else { return }
    guard foregroundRequestCount == 0 else { return context.emit(.startTimer(.extrasDue, after: RecordModel.extrasDelay)) }
    if showsCounts { loadCounts(&context) }
    guard let record = shownRecord else { return }
    record.loadFilms(&context)
    guard let index = tabs.firstIndex(where: { $0.content == .kind(record.reference.kind) }), case .list(var list) = tabs[index].root,
      !list.pages.isComplete
    else { return }
    list.loadInBackground(&context)
    tabs[index].root = .list(list)
  }

  private var showsCounts: Bool {
    if case .search(let search) = page { search.isStartPage && SearchLayout.isTall(layout.list) } else { false }
  }

  private mutating func loadCounts(_ context: inout UpdateContext) {
    for index in tabs.indices {
      guard case .list(var list) = tabs[index].root else { continue }
      list.loadCount(&context)
      tabs[index].root = .list(list)
    }
  }

  /// The record whose details are on the screen.
  private var shownRecord: RecordModel? { if case .record(let model) = page { model } else { preview } }
}
