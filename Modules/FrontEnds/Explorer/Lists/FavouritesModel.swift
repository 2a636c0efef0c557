import Localization
import Models
import Presentation
import Text

/// The favourites, of all kinds. The rows come from ``UpdateContext/favourites``.
struct FavouritesModel: Page {
  /// What the rows are sorted by. The raw value is the key of the heading.
  enum Order: String, Sendable, Hashable {
    case added, name, kind

    var next: Self { self == .added ? .name : self == .name ? .kind : .added }
    var title: Phrase { self == .added ? .added : self == .name ? .name : .kind }
  }

  private var order = Order.added
  /// The favourite that was added last comes first.
  private var isDescending = true
  private(set) var rows: [Reference] = []
  private var cursor = ListCursor()

  var isTyping: Bool { cursor.filter.isTyping }
  var place: PagePlace { .list }
  var actions: [Action] {
    [.open, .favourite, .sort, .filter, .search, .copy, .mark, .compare, .path, .palette, .reverse, .reload]
  }
  var subject: Reference? { rows.indices.contains(cursor.scroller.selection) ? rows[cursor.scroller.selection] : nil }
  var neededRecords: [Reference] { rows }

  func visibleRecords(in layout: ScreenLayout) -> [Reference] {
    Array(rows.dropFirst(cursor.scroller.top).prefix(ListModel.height(layout)))
  }

  func applies(_ action: Action, in explorer: Explorer) -> Bool? {
    switch action {
    case .copy: subject.map { explorer.records.name(of: $0) != nil }
    case .sort, .reverse, .filter: true
    default: nil
    }
  }

  mutating func update(_ event: PageEvent, _ context: inout UpdateContext) -> Bool {
    switch cursor.handle(event, count: rows.count, height: ListModel.height(context.layout)) {
    case .moved?, .focused?: return true
    case .opens?:
      if let subject { context.navigate(to: .record(subject)) }
      return subject != nil
    case .filtered?, .cleared?:
      updateRows(context)
      return true
    case nil: break
    }
    switch event {
    case .appeared, .action(.reload):
      // Another program may have changed them.
      _ = context.send(.favourites)
      showRows(&context)
    case .favouritesChanged, .refresh: showRows(&context)
    case .namesArrived: updateRows(context)
    case .loaded(let reference): if context.favourites.contains(reference) { updateRows(context) }
    case .opened(let reference): if let row = rows.firstIndex(of: reference) { select(row, context) }
    case .action(.sort): sort(by: order.next, context)
    case .action(.reverse): sort(by: order, context)
    case .sort(let key): if let order = Order(rawValue: key) { sort(by: order, context) }
    case .action(.copy):
      guard let name = subject.flatMap(context.records.name(of:)) else { return false }
      context.copy(name.printable)
    default: return false
    }
    return true
  }

  /// Sorts the rows, in the other direction if they are already sorted like that.
  private mutating func sort(by order: Order, _ context: UpdateContext) {
    // Names start with A, dates with the latest.
    isDescending = order == self.order ? !isDescending : order == .added
    self.order = order
    updateRows(context)
  }

  private mutating func select(_ row: Int, _ context: UpdateContext) {
    cursor.scroller.select(row, count: rows.count, height: ListModel.height(context.layout))
  }

  /// Updates the rows and, while the tab is open, requests the names that are not known.
  private mutating func showRows(_ context: inout UpdateContext) {
    updateRows(context)
    if context.openTab == .favourites { context.loadMissingNames(of: rows) }
  }

  /// Filters by names and kinds, and sorts. The selection stays on its record or, if that has gone, on its row.
  private mutating func updateRows(_ context: UpdateContext) {
    let (selected, filter, labels) = (subject, NamePattern(cursor.filter.text), context.names)
    let matching = context.favourites.enumerated().compactMap { place, reference -> (key: [String], place: Int, reference: Reference)? in
      let (name, kind) = (labels.name(of: reference), labels.word(for: reference.kind))
      guard filter.match("\(name) \(kind)") != nil else { return nil }
      let key = order == .added ? [] : order == .name ? [name.lowercased()] : [kind, name.lowercased()]
      return (key, place, reference)
    }
    let sorted = matching.sorted { left, right in
      left.key == right.key ? left.place < right.place : left.key.lexicographicallyPrecedes(right.key)
    }
    rows = (isDescending ? sorted.reversed() : sorted).map(\.reference)
    select(selected.flatMap(rows.firstIndex) ?? cursor.scroller.selection, context)
  }
}

extension FavouritesModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let (layout, language, filter, all) = (ListLayout(rect), context.language, cursor.filter, context.explorer.favourites ?? [])
    var title = ListTitle(language.say(Phrase.favourites), rows.count, of: all.count, filter, language)
    title.position = Canvas.position(cursor.scroller.selection + 1, of: rows.count, context)
    if filter.text.isEmpty { title.hint = language.say(.pickerPrompt) }
    if !all.isEmpty { title.order = language.say(.ordered(by: language.say(order.title))) + (isDescending ? " ▼" : " ▲") }
    title.draw(on: &canvas, in: layout.title, isActive: isActive)
    guard rows.isEmpty else { return drawRows(on: &canvas, layout, isActive: isActive, context) }
    let text: Phrase =
      filter.text.isEmpty ? .noFavourites(key: context.keys.hint(for: .favourite)) : .noMatch(filter.text.printable)
    Placeholder.draw([StyledText(language.say(text), .muted)], on: &canvas, in: layout.text)
  }

  private func drawRows(on canvas: inout Canvas, _ layout: ListLayout, isActive: Bool, _ context: RenderContext) {
    let (names, references) = (context.names, context.explorer.favourites ?? [])
    let titles = (name: context.language.say(Order.name.title), kind: context.language.say(Order.kind.title))
    let kinds = Dictionary(uniqueKeysWithValues: Set(references.map(\.kind)).map { ($0, names.word(for: $0)) })
    let kindWidth = kinds.values.reduce(titles.kind.columns + 1) { max($0, $1.columns) }
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
    canvas.drawRows(rows.count, cursor.scroller, in: layout.rows, isActive: isActive, context) {
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

  /// Handles the result of a request for the favourites or of a change. They are performed in order, so only the result of the last one counts.
  mutating func receiveFavourites(_ result: QueryResult, of query: ExplorerQuery, _ context: inout UpdateContext) {
    let isLast = !pending.values.contains(where: \.isForFavourites)
    switch result {
    case .favourites(let references): if isLast { setFavourites(references, &context) }
    case .failed(let problem):
      context.toast = Toast(problem.reason(in: context.language), .bad)
      // The screen shows what is in the file.
      if isLast, query != .favourites { _ = context.send(.favourites) }
    default: break
    }
  }

  private mutating func setFavourites(_ references: [Reference], _ context: inout UpdateContext) {
    guard references != favourites else { return }
    favourites = references
    context.favourites = references
    updateAllPages(.favouritesChanged, &context)
  }
}
