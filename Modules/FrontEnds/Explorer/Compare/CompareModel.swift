import Localization
import Models
import Presentation
import TerminalText

/// Two to six records side by side.
struct CompareModel: PageModel {
  /// Maximum number of records in a comparison.
  static let maxRecords = 6

  let references: [Reference]
  /// The selected column; keys apply to its record.
  private(set) var column = 0
  /// The first visible line.
  private(set) var top = 0
  /// Whether rows with equal values are hidden.
  private(set) var showsOnlyDifferences = false

  /// Compares the first six of `references`, without duplicates.
  init(_ references: [Reference]) {
    var seen: Set<Reference> = []
    self.references = Array(references.filter { seen.insert($0).inserted }.prefix(Self.maxRecords))
  }

  var subject: Reference? { references.indices.contains(column) ? references[column] : nil }
  func visibleRecords(in layout: ScreenLayout) -> [Reference] { references }
  var neededRecords: [Reference] { references }

  func shows(_ reference: Reference, _ context: UpdateContext) -> Bool {
    references.contains(reference)
      || references.contains { context.cache.entry(for: $0)?.record.references.contains(reference) ?? false }
  }

  /// Returns the comparison of the loaded records and, for each of ``references``, its column in that comparison; `nil` for a record that
  /// is not loaded.
  func comparison(_ names: ReferenceWording) -> (comparison: Comparison, columnIndices: [Int?]) {
    let records = references.compactMap { names.cache.entry(for: $0)?.record }
    let columnIndices = references.map { reference in records.firstIndex { $0.reference == reference } }
    return (Comparison(records, wording: names.wording) { names.text(of: $0) }, columnIndices)
  }

  func layout(_ names: ReferenceWording, width: Int) -> CompareLayout {
    let (comparison, columnIndices) = comparison(names)
    return layout(comparison, columnIndices, width: width)
  }

  func layout(_ comparison: Comparison, _ columnIndices: [Int?], width: Int) -> CompareLayout {
    let comparison = showsOnlyDifferences ? comparison.differences : comparison
    return CompareLayout(comparison, columnIndices: columnIndices, selected: column, width: width)
  }

  mutating func appear(_ context: inout UpdateContext) {
    context.load(references)
    context.loadNames(of: references.compactMap { context.cache.entry(for: $0)?.record }.flatMap(\.references))
    scroll(0, &context)
  }

  mutating func loadFinished(_ reference: Reference, _ context: inout UpdateContext) {
    guard references.contains(reference), let record = context.cache.entry(for: reference)?.record else { return }
    context.loadNames(of: record.references)
  }

  mutating func refresh(_ context: inout UpdateContext) { appear(&context) }

  mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool {
    let page = max(1, ComparePane(context.layout.body).content.rows - 1)
    switch action {
    case .up: scroll(-1, &context)
    case .down: scroll(1, &context)
    case .pageUp: scroll(-page, &context)
    case .pageDown: scroll(page, &context)
    case .first: scroll(-top, &context)
    case .last: scroll(.max / 2, &context)
    case .left where column > 0: column -= 1
    case .right: column = min(column + 1, max(0, references.count - 1))
    // The key that forgets a search hides equal rows here.
    case .differences:
      showsOnlyDifferences.toggle()
      scroll(0, &context)
    case .reload: for reference in references { context.reload(reference, revalidate: true) }
    case .copy:
      guard let subject, let name = context.cache.entry(for: subject)?.record.name else { return true }
      context.emit(.copy(name.printable))
      context.toast = Toast(context.language.say(.copied(name.printable)), .good)
    // Adds another record to the comparison.
    case .compare:
      guard references.count < Self.maxRecords else {
        context.toast = Toast(context.language.say(.compareLimit(Self.maxRecords)), .caution)
        return true
      }
      context.navigate(to: .picker(.compare(references)))
    default: return false
    }
    return true
  }

  /// Selects the column `row`; a second click opens its record.
  mutating func click(_ row: Int, _ context: inout UpdateContext) {
    guard references.indices.contains(row) else { return }
    if row == column { context.navigate(to: .record(references[row])) }
    column = row
  }

  mutating func scroll(_ lines: Int, _ context: inout UpdateContext) {
    let pane = ComparePane(context.layout.body)
    let all = layout(ReferenceWording(context.cache, context.kinds, context.settings.wording), width: pane.content.columns).lines.count
    top = min(max(0, top + lines), max(0, all - pane.content.rows))
  }
}
