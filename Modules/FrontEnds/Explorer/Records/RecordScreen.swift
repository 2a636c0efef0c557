import Localization
import Models
import Presentation
import Text

extension RecordModel {
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext) {
    let pane = RecordPane(rect)
    drawTitle(on: &canvas, pane, context)
    switch content(context.records, context.explorer.settings) {
    case .loading, .empty: Placeholder.draw(Placeholder.loading(context), on: &canvas, in: pane.content)
    case .failed(let problem): Placeholder.draw(Placeholder.failure(problem, context), on: &canvas, in: pane.content)
    case .loaded(let record): drawFields(of: record, on: &canvas, pane, isActive: isActive, context)
    }
  }

  /// Draws the name, the reference at the end of the row, and the kind below.
  private func drawTitle(on canvas: inout Canvas, _ pane: RecordPane, _ context: RenderContext) {
    let title = pane.title
    guard title.rows > 0 else { return }
    let names = context.names
    let referenceText = StyledText(reference.description, .muted)
    let mark =
      (context.explorer.isFavourite(reference) ? StyledText("★ ", .title) : StyledText())
      + (context.explorer.marked.contains(reference) ? StyledText("• ", .good) : StyledText())
    let showsReference =
      mark.columns + names.name(of: reference).columns + 2 + referenceText.columns <= title.columns
      && context.records[reference] != nil
    canvas.put(
      mark + StyledText(names.name(of: reference), .title), column: title.column, row: title.row,
      width: title.columns - (showsReference ? referenceText.columns + 2 : 0))
    if showsReference {
      canvas.put(referenceText, column: title.column + title.columns - referenceText.columns, row: title.row, width: referenceText.columns)
    }
    if let subtitle = pane.subtitle {
      let kind = canvas.put(subtitleText(context), column: subtitle.column, row: subtitle.row, width: subtitle.columns)
      drawTrail(on: &canvas, in: subtitle, after: kind, names, context)
    }
  }

  /// Draws the pages that led to the record at the end of the row: `Search › Luke Skywalker › Tatooine`. The first ones are left out if
  /// they do not fit.
  private func drawTrail(on canvas: inout Canvas, in rect: Rect, after used: Int, _ names: ReferenceWording, _ context: RenderContext) {
    let explorer = context.explorer
    guard case .record(let shown) = explorer.page, shown.reference == reference else { return }
    var trail = [explorer.title(of: explorer.tab)]
    trail += explorer.tab.pages.dropFirst().suffix(Self.maxTrail).map { $0.trailTitle(names) }
    if explorer.tab.pages.count - 1 > Self.maxTrail { trail.insert("…", at: 1) }
    let room = rect.columns - used - 2
    func text() -> String { trail.joined(separator: " › ") }
    while trail.count > 2, text().columns > room {
      trail.removeFirst(trail[0] == "…" ? 2 : 1)
      trail.insert("…", at: 0)
    }
    guard trail.count > 1, text().columns <= room else { return }
    canvas.put(text(), .muted, column: rect.column + rect.columns - text().columns, row: rect.row, width: room)
  }

  /// Draws bars beside the values that can be compared, and the positions of the values among all records of the kind.
  private func drawBars(
    _ layout: RecordLayout, among others: [Record], on canvas: inout Canvas, in content: Rect, _ context: RenderContext
  ) {
    guard let column = layout.barColumn else { return }
    let scaled = layout.magnitudes.compactMap { magnitude -> (line: Int, number: Double, scale: FieldScale, rank: StyledText)? in
      guard let scale = FieldScale(of: magnitude.field, in: others) else { return nil }
      let rank = context.language.say(.rank(scale.rank(of: magnitude.number), of: scale.count))
      let note = scale.isLogarithmic ? " \(context.language.say(.logarithmic))" : ""
      return (magnitude.line, magnitude.number, scale, StyledText(rank + note, .muted))
    }
    let room = content.columns - column
    let rankWidth = scaled.reduce(0) { max($0, $1.rank.columns) }
    let showsRank = room - RecordLayout.gap - rankWidth >= RecordLayout.minBarWidth
    let width = min(RecordLayout.maxBarWidth, showsRank ? room - RecordLayout.gap - rankWidth : room)
    for (line, number, scale, rank) in scaled where (top..<top + content.rows).contains(line) {
      let row = content.row + line - top
      canvas.put(Bar.text(scale.share(of: number), columns: width), column: content.column + column, row: row, width: width)
      guard showsRank else { continue }
      canvas.put(rank, column: content.column + column + width + RecordLayout.gap, row: row, width: rankWidth)
    }
  }

  private static let maxTrail = 8

  private func subtitleText(_ context: RenderContext) -> StyledText {
    var parts = [StyledText(context.names.word(for: reference.kind), .muted)]
    if let entry = context.records[reference], entry.provenance.isStale {
      parts.append(StyledText(context.language.say(RecordPhrase.stale), .caution))
      parts.append(StyledText(context.language.say(.old(entry.age(at: context.now))), .caution))
    }
    if context.records.isLoading(reference), context.records[reference] != nil {
      parts.append(StyledText(context.language.say(.reloading), .muted))
    }
    return parts.joined(by: LabeledValue.separator)
  }

  private func drawFields(of record: Record, on canvas: inout Canvas, _ pane: RecordPane, isActive: Bool, _ context: RenderContext) {
    let names = context.names
    let content = pane.content
    let layout = RecordLayout(record, names, width: content.columns)
    // A preview has no cursor: keys go to the list.
    let selected = context.explorer.page.hasPreview ? nil : selection(in: layout.rows, height: content.rows)
    for offset in 0..<content.rows where layout.lines.indices.contains(top + offset) {
      let row = content.row + offset
      for segment in layout.lines[top + offset].segments {
        let isSelected = segment.row != nil && segment.row == selected
        let column = content.column + segment.column
        let width = max(0, content.columns - segment.column)
        let used = canvas.put(
          segment.text, column: column, row: row, width: width, selected: isSelected ? (isActive ? .active : .inactive) : .none)
        if let index = segment.row { canvas.mark(Rect(column: column, row: row, columns: used, rows: 1), as: .detailRow(index)) }
      }
    }
    let others = context.comparedRecords(of: reference.kind)
    drawBars(layout, among: others, on: &canvas, in: content, context)
    drawPicture(of: record, among: others, on: &canvas, in: content.droppingRows(layout.lines.count + 1), context)
    canvas.putScrollArrows(column: content.column + content.columns, in: content, top: top, of: layout.lines.count)
  }
}

/// Pictures in the empty rows below the fields, if there are enough rows.
extension RecordModel {
  private func drawPicture(
    of record: Record, among others: [Record], on canvas: inout Canvas, in free: Rect, _ context: RenderContext
  ) {
    guard top == 0, free.rows > 0 else { return }
    if let planet = record.as(Planet.self) {
      drawPlanet(planet, among: others, on: &canvas, in: free)
    } else if let sizes = SizeComparison(of: record, among: others), sizes.items.count <= free.rows {
      draw(sizes, on: &canvas, in: free, context)
    }
  }

  /// Draws the planet, which is the larger the larger its diameter is among all planets.
  private func drawPlanet(_ planet: Planet, among others: [Record], on canvas: inout Canvas, in rect: Rect) {
    guard let diameter = planet.diameter.value?.amount.double, diameter > 0,
      let scale = FieldScale(of: "diameter", in: others)
    else { return }
    let picture = PlanetPicture(planet, share: scale.share(of: diameter))
    guard picture.lines.count <= rect.rows else { return }
    for (offset, line) in picture.lines.enumerated() {
      canvas.put(line, picture.role, column: rect.column, row: rect.row + offset, width: rect.columns)
    }
  }

  /// Draws records beside each other on one scale, with the shown one emphasised.
  private func draw(_ sizes: SizeComparison, on canvas: inout Canvas, in rect: Rect, _ context: RenderContext) {
    let wording = context.wording
    let names = context.names
    let rows = sizes.items.map { item -> (name: String, length: Double, text: String) in
      let value = context.records[item.reference]?.record.display(SizeComparison.field)
      return (names.name(of: item.reference), item.length, value.map { wording.text(of: $0) } ?? "")
    }
    let nameWidth = min(rows.reduce(0) { max($0, $1.name.columns) }, rect.columns / 3)
    let valueWidth = rows.reduce(0) { max($0, $1.text.columns) }
    let room = min(Self.maxDrawnLength, rect.columns - nameWidth - valueWidth - 2 * RecordLayout.gap)
    guard room >= RecordLayout.minBarWidth, let most = rows.map(\.length).max() else { return }
    for (offset, line) in rows.enumerated() {
      let isOwn = sizes.items[offset].reference == reference
      let halves = max(1, Int((line.length / most * Double(2 * room)).rounded()))
      let hull = String(repeating: "━", count: halves / 2) + (halves % 2 == 1 ? "╸" : "")
      let row = rect.row + offset
      canvas.put(line.name, isOwn ? .text : .muted, column: rect.column, row: row, width: nameWidth)
      let used = canvas.put(hull, isOwn ? .title : .rule, column: rect.column + nameWidth + RecordLayout.gap, row: row, width: room)
      canvas.put(
        line.text, .muted, column: rect.column + nameWidth + 2 * RecordLayout.gap + used, row: row, width: valueWidth)
    }
  }

  private static let maxDrawnLength = 48
}
