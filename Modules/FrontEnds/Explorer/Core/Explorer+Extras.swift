import Models

extension Explorer {
  /// Loads what the extras of the record on the screen need: its films, and the list of its kind for the bars. Sends nothing
  /// while other requests are pending, because the visible fields come first.
  mutating func loadExtras(_ context: inout UpdateContext) {
    guard let record = shownRecord else { return }
    guard foregroundRequestCount == 0 else { return context.emit(.startTimer(.extrasDue, after: RecordModel.extrasDelay)) }
    record.loadFilms(&context)
    guard let index = tabs.firstIndex(where: { $0.content == .kind(record.reference.kind) }), case .list(var list) = tabs[index].root,
      !list.pages.isComplete
    else { return }
    list.loadInBackground(&context)
    tabs[index].root = .list(list)
  }

  /// The record whose details are on the screen.
  private var shownRecord: RecordModel? { if case .record(let model) = page { model } else { preview } }
}
