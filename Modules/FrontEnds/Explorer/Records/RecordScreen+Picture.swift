import Localization
import Models
import Presentation
import TerminalText

/// Pictures in the empty rows below the fields, if there are enough rows.
extension RecordModel {
  func drawPicture(of record: Record, below lines: Int, on canvas: inout Canvas, in content: Rect, _ context: RenderContext) {
    let free = content.droppingRows(lines + 1)
    guard top == 0, free.rows > 0 else { return }
    if let planet = record.as(Planet.self) {
      drawPlanet(planet, record, on: &canvas, in: free, context)
    } else if let sizes = context.columnWidths.scales.sizes(around: record, context.explorer), sizes.items.count <= free.rows {
      draw(sizes, on: &canvas, in: free, context)
    }
  }

  /// Draws the planet, which is the larger the larger its diameter is among all planets.
  private func drawPlanet(_ planet: Planet, _ record: Record, on canvas: inout Canvas, in rect: Rect, _ context: RenderContext) {
    guard let diameter = planet.diameter.value?.amount.double, diameter > 0,
      let scale = context.columnWidths.scales.scale(of: "diameter", record.reference, context.explorer)
    else { return }
    let picture = PlanetPicture(planet, share: scale.share(of: diameter))
    guard picture.lines.count <= rect.rows else { return }
    for (offset, line) in picture.lines.enumerated() {
      canvas.put(line, picture.role, column: rect.column, row: rect.row + offset, width: rect.columns)
    }
  }

  /// Draws records beside each other on one scale, with the shown one emphasised.
  private func draw(_ sizes: SizeComparison, on canvas: inout Canvas, in rect: Rect, _ context: RenderContext) {
    let wording = context.explorer.settings.wording
    let names = ReferenceWording(context.cache, context.explorer.kinds, wording)
    let rows = sizes.items.map { item -> (name: String, length: Double, text: String) in
      let value = context.cache.entry(for: item.reference)?.record.display(SizeComparison.field)
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
