import Localization
import Models
import Presentation
import Text

/// The favourites, of all kinds. The rows come from ``UpdateContext/favourites``.
struct FavouritesModel: PageModel {
  /// What the rows are sorted by. The raw value is the key of the heading.
  enum Order: String, Sendable, Hashable, CaseIterable {
    case added, name, kind

    var next: Self { self == .added ? .name : self == .name ? .kind : .added }
  }

  private(set) var order = Order.added
  /// The favourite that was added last comes first.
  private(set) var isDescending = true
  private(set) var rows: [Reference] = []
  private(set) var scroller = Scroller()
  private(set) var filter = FilterField()
  /// Whether ``TimerID/namesSettled(_:)`` is about to fire.
  private var isUpdateDue = false
  /// The favourites whose records a filter still has to load, in batches, the last one added first.
  private var unloaded: ArraySlice<Reference> = []
  private var loading: Set<Reference> = []

  /// Maximum number of records that are requested at once for a filter.
  static let batchSize = 100
  static let pollInterval = Duration.seconds(2)

  var isTyping: Bool { filter.isTyping }
  var subject: Reference? { rows.indices.contains(scroller.selection) ? rows[scroller.selection] : nil }
  var neededRecords: [Reference] { rows }

  func visibleRecords(in layout: ScreenLayout) -> [Reference] {
    Array(rows.dropFirst(scroller.top).prefix(ListModel.height(layout)))
  }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch event {
    case .appeared: appear(&context)
    case .favouritesChanged, .refresh: showRows(&context)
    case .namesArrived: scheduleUpdate(&context)
    case .loaded(let reference):
      if loading.remove(reference) != nil, loading.isEmpty { loadBatch(&context) }
      if context.favourites.contains(reference) { scheduleUpdate(&context) }
    case .timerFired(.favouritesDue): if context.openTab == .favourites { appear(&context) }
    case .timerFired(.namesSettled(.favourites)):
      isUpdateDue = false
      updateRows(context)
    case .opened(let reference): if let row = rows.firstIndex(of: reference) { select(row, context) }
    case .action(let action): return perform(action, &context)
    case .edit(let edit):
      guard filter.apply(edit) else { break }
      scroller = Scroller()
      updateRows(context)
    case .sort(let key): if let order = Order(rawValue: key) { sort(by: order, context) }
    case .click(let row):
      let isSecond = row == scroller.selection && !isTyping
      filter.endTyping()
      select(row, context)
      if isSecond { _ = open(&context) }
    case .scroll(let lines): scroller.scroll(by: lines, count: rows.count, height: ListModel.height(context.layout))
    default: return false
    }
    return true
  }

  private mutating func appear(_ context: inout UpdateContext) {
    // Another program may change them.
    _ = context.send(.favourites)
    context.emit(.startTimer(.favouritesDue, after: Self.pollInterval))
    showRows(&context)
  }

  /// Updates the rows after a moment, unless that is about to happen: names and records arrive one by one.
  private mutating func scheduleUpdate(_ context: inout UpdateContext) {
    guard !isUpdateDue else { return }
    isUpdateDue = true
    context.emit(.startTimer(.namesSettled(.favourites), after: ListModel.namesDelay))
  }

  /// Whether records that a condition may match are still to come.
  var isLoading: Bool { !loading.isEmpty }

  /// Loads the next records, unless a batch is being loaded.
  private mutating func loadBatch(_ context: inout UpdateContext) {
    while loading.isEmpty, !unloaded.isEmpty {
      let batch = unloaded.prefix(Self.batchSize)
      unloaded = unloaded.dropFirst(batch.count)
      loading = Set(batch.filter { context.records[$0] == nil })
      context.load(Array(batch))
    }
  }

  private mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    if let step = action.movement(page: ListModel.height(context.layout) - 1) {
      select(scroller.selection + step, context)
      return true
    }
    switch action {
    case .open, .right: return open(&context)
    case .cancel:
      guard filter.clear() else { return false }
      updateRows(context)
    case .filter:
      filter.focus()
      // Conditions compare fields of the records.
      unloaded = context.favourites.reversed()[...]
      loadBatch(&context)
    case .sort: sort(by: order.next, context)
    case .reverse:
      isDescending.toggle()
      updateRows(context)
    case .reload: appear(&context)
    case .copy:
      guard let name = subject.flatMap(context.records.name(of:)) else { return false }
      context.copy(name.printable)
    default: return false
    }
    return true
  }

  private mutating func open(_ context: inout UpdateContext) -> Bool {
    if filter.accept() { return true }
    guard let subject else { return false }
    context.navigate(to: .record(subject))
    return true
  }

  private mutating func sort(by order: Order, _ context: UpdateContext) {
    // Names start with A, dates with the latest.
    isDescending = order == self.order ? !isDescending : order == .added
    self.order = order
    updateRows(context)
  }

  private mutating func select(_ row: Int, _ context: UpdateContext) {
    scroller.select(row, count: rows.count, height: ListModel.height(context.layout))
  }

  /// Updates the rows and, while the tab is open, requests the names that are not known.
  private mutating func showRows(_ context: inout UpdateContext) {
    updateRows(context)
    if context.openTab == .favourites { context.loadMissingNames(of: rows) }
  }

  /// Filters and sorts. The selection stays on its record or, if that has gone, on its row.
  private mutating func updateRows(_ context: UpdateContext) {
    let selected = subject
    let matching = matching(context)
    let sorted =
      switch order {
      case .added: matching
      case .name: matching.sorted { ($0.name, $0.place) < ($1.name, $1.place) }
      case .kind: matching.sorted { ($0.kind, $0.name, $0.place) < ($1.kind, $1.name, $1.place) }
      }
    rows = (isDescending ? sorted.reversed() : sorted).map(\.reference)
    select(selected.flatMap(rows.firstIndex) ?? scroller.selection, context)
  }

  /// Returns the favourites that match the filter, with their names and kinds and their places in the order in which they were added.
  ///
  /// Words match names and kinds, and the columns of the lists of each kind; conditions match only the kinds that have the field.
  private func matching(_ context: UpdateContext) -> [(reference: Reference, name: String, kind: String, place: Int)] {
    let (text, wording, labels) = (filter.text, context.wording, context.names)
    let names = NameFilter(text)
    var filters: [KindName: RecordFilter] = [:]
    func matches(_ reference: Reference, _ name: String, _ kind: String) -> Bool {
      guard !text.allSatisfy(\.isWhitespace) else { return true }
      if !names.isEmpty, names.matches("\(name) \(kind)") { return true }
      guard let record = context.records.label(of: reference).value else { return false }
      let filter = filters[reference.kind] ?? RecordFilter(text, of: context.kinds[reference.kind], sortedBy: nil, wording)
      filters[reference.kind] = filter
      return filter.matches(record, context.records)
    }
    return context.favourites.enumerated().compactMap { place, reference in
      let (name, kind) = (labels.name(of: reference), labels.word(for: reference.kind))
      return matches(reference, name, kind) ? (reference, name.lowercased(), kind, place) : nil
    }
  }
}

extension FavouritesModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let layout = ListLayout(rect)
    title(context).draw(on: &canvas, in: layout.title, isActive: isActive)
    guard !rows.isEmpty else {
      let body = Rect(
        column: rect.column + ListLayout.margin, row: layout.rows.row, columns: layout.columns, rows: layout.rows.rows)
      return Placeholder.draw(emptyText(context).wrapped(to: body.columns).map { StyledText($0, .muted) }, on: &canvas, in: body)
    }
    drawRows(on: &canvas, layout, isActive: isActive, context)
  }

  private func emptyText(_ context: RenderContext) -> String {
    if !filter.text.isEmpty { return context.language.say(.noMatch(filter.text.printable)) }
    return context.language.say(.noFavourites(key: context.keys.hint(for: .favourite)))
  }

  private func title(_ context: RenderContext) -> ListTitle {
    let (language, total) = (context.language, context.explorer.favourites?.count ?? 0)
    var title = ListTitle(language.say(StartPhrase.favourites), rows.count, of: total, filter, language)
    title.position = Canvas.position(of: scroller, rows.count, context)
    if filter.text.isEmpty { title.hint = language.say(.filterPrompt) }
    if total > 0 { title.order = language.say(.ordered(by: self.title(of: order, language))) + (isDescending ? " ▼" : " ▲") }
    if isLoading, filter.field != nil { title.state = StyledText(language.say(RecordPhrase.loading), .muted) }
    return title
  }

  private func title(of order: Order, _ language: any Language) -> String {
    switch order {
    case .added: language.say(StartPhrase.added)
    case .name: language.say(StartPhrase.name)
    case .kind: language.say(StartPhrase.kind)
    }
  }

  private func drawRows(on canvas: inout Canvas, _ layout: ListLayout, isActive: Bool, _ context: RenderContext) {
    let names = context.names
    let references = context.explorer.favourites ?? []
    let kinds = Dictionary(uniqueKeysWithValues: Set(references.map(\.kind)).map { ($0, names.word(for: $0)) })
    let titles = (name: title(of: .name, context.language), kind: title(of: .kind, context.language))
    let kindWidth = max(titles.kind.columns + 1, kinds.values.reduce(0) { max($0, $1.columns) })
    let widest = references.reduce(titles.name.columns + 1) { max($0, names.name(of: $1).columns) }
    let nameWidth = max(8, min(widest, layout.columns - kindWidth - TableLayout.gap))
    let start = layout.rows.column + ListLayout.margin
    let kindColumn = start + nameWidth + TableLayout.gap
    if let headings = layout.headings {
      for (order, title, column, width) in [(Order.name, titles.name, start, nameWidth), (.kind, titles.kind, kindColumn, kindWidth)] {
        let used = canvas.put(title, order == self.order ? .text : .muted, column: column, row: headings.row, width: width)
        if order == self.order { canvas.put(isDescending ? "▼" : "▲", .title, column: column + used, row: headings.row, width: 1) }
        canvas.mark(Rect(column: column, row: headings.row, columns: width + 1, rows: 1), as: .heading(order.rawValue))
      }
    }
    canvas.drawRows(rows.count, scroller, in: layout.rows, isActive: isActive, context) {
      rows[$0]
    } draw: { canvas, line, index, selection in
      canvas.put(names.text(of: rows[index]), column: start, row: line.row, width: nameWidth, selected: selection)
      canvas.put(kinds[rows[index].kind] ?? "", .muted, column: kindColumn, row: line.row, width: kindWidth, selected: selection)
    }
  }
}

extension Explorer {
  func isFavourite(_ reference: Reference) -> Bool { favourites?.contains(reference) ?? false }

  /// Adds the record to the favourites or removes it. The screen changes at once; the file follows.
  mutating func toggleFavourite(_ reference: Reference, _ context: inout UpdateContext) {
    guard let favourites else { return context.reportNoEffect(of: .favourite) }
    let isFavourite = !favourites.contains(reference)
    _ = context.send(.setFavourite(reference, isFavourite))
    let name = context.names.name(of: reference)
    context.toast = Toast(settings.language.say(isFavourite ? .favouriteAdded(name) : .favouriteRemoved(name)), .good)
    setFavourites(isFavourite ? favourites + [reference] : favourites.filter { $0 != reference }, &context)
  }

  /// Handles the result of a request for the favourites or of a change. Returns `false` if `id` is another request.
  mutating func receiveFavourites(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool {
    guard let index = favouriteRequests.firstIndex(where: { $0.id == id }) else { return false }
    let isLast = index == favouriteRequests.count - 1
    let isChange = favouriteRequests.remove(at: index).isChange
    switch result {
    case .favourites(let references): if isLast { setFavourites(references, &context) }
    case .failed(let problem):
      context.toast = Toast(problem.reason(in: context.language), .bad)
      // The screen shows what is in the file.
      if isLast, isChange { _ = context.send(.favourites) }
    default: break
    }
    return true
  }

  private mutating func setFavourites(_ references: [Reference], _ context: inout UpdateContext) {
    guard references != favourites else { return }
    favourites = references
    context.favourites = references
    updateAllPages(.favouritesChanged, &context)
  }
}
