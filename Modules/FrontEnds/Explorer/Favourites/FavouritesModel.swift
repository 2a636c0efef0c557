import Localization
import Models
import Presentation
import TerminalText

/// The favourites, of all kinds. The rows come from ``UpdateContext/favourites``.
struct FavouritesModel: PageModel {
  /// What the rows are sorted by. The raw value is the key of the heading.
  enum Order: String, Sendable, Hashable, CaseIterable {
    case added, name, kind
  }

  private(set) var order = Order.added
  /// The favourite that was added last comes first.
  private(set) var isDescending = true
  private(set) var rows: [Reference] = []
  private(set) var scroller = Scroller()
  /// The filter text; `nil` shows all favourites.
  private(set) var filter: TextField?
  private(set) var isTyping = false

  /// Whether ``TimerID/namesSettled(_:)`` is about to fire.
  private var isUpdateDue = false
  /// The favourites whose records a filter still has to load, in batches, the last one added first.
  private var unloaded: ArraySlice<Reference> = []
  /// The batch that is being loaded.
  private var loading: Set<Reference> = []

  /// Maximum number of records that are requested at once for a filter.
  static let batchSize = 100
  /// How often the open tab reads the favourites again.
  static let pollInterval = Duration.seconds(2)

  init() {}

  var subject: Reference? { rows.indices.contains(scroller.selection) ? rows[scroller.selection] : nil }
  var neededRecords: [Reference] { rows }

  func visibleRecords(in layout: ScreenLayout) -> [Reference] {
    Array(rows.dropFirst(scroller.top).prefix(ListModel.height(layout)))
  }

  mutating func appear(_ context: inout UpdateContext) {
    // Another program may change them.
    _ = context.send(.favourites)
    context.emit(.startTimer(.favouritesDue, after: Self.pollInterval))
    update(&context)
  }

  mutating func favouritesChanged(_ context: inout UpdateContext) { update(&context) }
  mutating func namesArrived(_ context: inout UpdateContext) { scheduleUpdate(&context) }
  mutating func loadFinished(_ reference: Reference, _ context: inout UpdateContext) {
    if loading.remove(reference) != nil, loading.isEmpty { loadBatch(&context) }
    if context.favourites.contains(reference) { scheduleUpdate(&context) }
  }

  /// Updates the rows after a moment, unless that is about to happen: names and records arrive one by one.
  private mutating func scheduleUpdate(_ context: inout UpdateContext) {
    guard !isUpdateDue else { return }
    isUpdateDue = true
    context.emit(.startTimer(.namesSettled(.favourites), after: ListModel.namesDelay))
  }

  mutating func timerFired(_ timer: TimerID, _ context: inout UpdateContext) {
    if timer == .favouritesDue, context.openTab == .favourites { return appear(&context) }
    guard timer == .namesSettled(.favourites) else { return }
    isUpdateDue = false
    updateRows(context)
  }

  /// Whether records that a condition may match are still to come.
  var isLoading: Bool { !loading.isEmpty }

  /// Loads the next records, unless a batch is being loaded.
  private mutating func loadBatch(_ context: inout UpdateContext) {
    while loading.isEmpty, !unloaded.isEmpty {
      let batch = unloaded.prefix(Self.batchSize)
      unloaded = unloaded.dropFirst(batch.count)
      loading = Set(batch.filter { context.cache.entry(for: $0) == nil })
      context.load(Array(batch))
    }
  }
  mutating func refresh(_ context: inout UpdateContext) { update(&context) }

  mutating func follow(_ reference: Reference, _ context: inout UpdateContext) {
    if let row = rows.firstIndex(of: reference) { select(row, context) }
  }

  mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    let page = max(1, ListModel.height(context.layout) - 1)
    switch action {
    case .up: select(scroller.selection - 1, context)
    case .down: select(scroller.selection + 1, context)
    case .pageUp: select(scroller.selection - page, context)
    case .pageDown: select(scroller.selection + page, context)
    case .first: select(0, context)
    case .last: select(rows.count - 1, context)
    case .open, .right: return open(&context)
    case .cancel: return clearFilter(&context)
    case .filter:
      filter = filter ?? TextField()
      isTyping = true
      // Conditions compare fields of the records.
      unloaded = context.favourites.reversed()[...]
      loadBatch(&context)
    case .sort: sort(by: order.next, &context)
    case .reverse:
      isDescending.toggle()
      updateRows(context)
    case .reload: appear(&context)
    case .copy:
      guard let subject, case .known(let record) = context.cache.label(of: subject) else { return false }
      context.emit(.copy(record.name.printable))
      context.toast = Toast(context.language.say(.copied(record.name.printable)), .good)
    default: return false
    }
    return true
  }

  private mutating func open(_ context: inout UpdateContext) -> Bool {
    if isTyping {
      isTyping = false
      if filter?.text.isEmpty == true { filter = nil }
      return true
    }
    guard let subject else { return false }
    context.navigate(to: .record(subject))
    return true
  }

  /// Returns `false` if there is no filter.
  private mutating func clearFilter(_ context: inout UpdateContext) -> Bool {
    guard filter != nil else { return false }
    filter = nil
    isTyping = false
    updateRows(context)
    return true
  }

  mutating func edit(_ edit: TextEdit, _ context: inout UpdateContext) {
    guard isTyping, filter?.apply(edit) == true else { return }
    scroller = Scroller()
    updateRows(context)
  }

  mutating func sort(by key: String, _ context: inout UpdateContext) {
    if let order = Order(rawValue: key) { sort(by: order, &context) }
  }

  private mutating func sort(by order: Order, _ context: inout UpdateContext) {
    // Names start with A, dates with the latest.
    isDescending = order == self.order ? !isDescending : order == .added
    self.order = order
    updateRows(context)
  }

  mutating func click(_ row: Int, _ context: inout UpdateContext) {
    let isSecond = row == scroller.selection && !isTyping
    isTyping = false
    select(row, context)
    if isSecond { _ = open(&context) }
  }

  mutating func scroll(_ lines: Int, _ context: inout UpdateContext) {
    scroller.scroll(by: lines, count: rows.count, height: ListModel.height(context.layout))
  }

  private mutating func select(_ row: Int, _ context: UpdateContext) {
    scroller.select(row, count: rows.count, height: ListModel.height(context.layout))
  }

  /// Updates the rows and, while the tab is open, requests the names that are not known.
  private mutating func update(_ context: inout UpdateContext) {
    updateRows(context)
    if context.openTab == .favourites { context.loadMissingNames(of: rows) }
  }

  /// Filters and sorts. The selection stays on its record or, if that has gone, on its row.
  private mutating func updateRows(_ context: UpdateContext) {
    let selected = subject
    rows = FavouriteRows(context, filter: filter?.text ?? "").sorted(by: order, descending: isDescending)
    select(selected.flatMap(rows.firstIndex) ?? scroller.selection, context)
  }
}

extension FavouritesModel.Order {
  fileprivate var next: Self {
    switch self {
    case .added: .name
    case .name: .kind
    case .kind: .added
    }
  }
}
