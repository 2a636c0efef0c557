import Localization
public import Models
public import Presentation
import TerminalText

/// Two to six records side by side.
public struct CompareModel: PageModel {
  /// More do not fit a screen that one takes in at a glance.
  public static let most = 6

  public let references: [Reference]
  /// The column that keys mean.
  public private(set) var column = 0
  /// The first line that is shown.
  public private(set) var top = 0

  /// The first six, each once.
  public init(_ references: [Reference]) {
    var seen: Set<Reference> = []
    self.references = Array(references.filter { seen.insert($0).inserted }.prefix(Self.most))
  }

  public var subject: Reference? { references.indices.contains(column) ? references[column] : nil }
  public func shown(in layout: ScreenLayout) -> [Reference] { references }

  /// The records that are loaded side by side, and which column of that each of ``references`` has; `nil` for those that are not there.
  public func comparison(_ names: ReferenceWording) -> (comparison: Comparison, places: [Int?]) {
    let records = references.compactMap { names.library[known: $0]?.record }
    let places = references.map { reference in records.firstIndex { $0.reference == reference } }
    return (Comparison(records, wording: names.wording) { names.text(of: $0) }, places)
  }

  public func layout(_ names: ReferenceWording, width: Int) -> CompareLayout {
    let (comparison, places) = comparison(names)
    return CompareLayout(comparison, places: places, selected: column, width: width)
  }

  public mutating func appear(_ work: inout Work) {
    work.need(references)
    work.need(references.compactMap { work.library[known: $0]?.record }.flatMap(\.references))
    scroll(0, &work)
  }

  public mutating func learnt(_ reference: Reference, _ work: inout Work) {
    guard references.contains(reference), let record = work.library[known: reference]?.record else { return }
    work.need(record.references)
  }

  public mutating func heed(_ notice: Notice, _ work: inout Work) {
    if notice.isReasonToRetry { appear(&work) }
  }

  public mutating func perform(_ action: Action, _ work: inout Work) -> Bool {
    let page = max(1, ComparePane(work.layout.body).content.rows - 1)
    switch action {
    case .up: scroll(-1, &work)
    case .down: scroll(1, &work)
    case .pageUp: scroll(-page, &work)
    case .pageDown: scroll(page, &work)
    case .first: scroll(-top, &work)
    case .last: scroll(.max / 2, &work)
    case .left where column > 0: column -= 1
    case .right: column = min(column + 1, max(0, references.count - 1))
    case .reload: for reference in references { work.refresh(reference, revalidate: true) }
    case .copy:
      guard let subject, let name = work.library[known: subject]?.record.name else { return true }
      work.order(.copy(name.printable))
      work.remark = Remark(work.language.say(.copied(name.printable)), .good)
    // One more beside these.
    case .compare where references.count < Self.most: work.go(.picker(.compare(references)))
    default: return false
    }
    return true
  }

  /// The rows of the page are its columns.
  public mutating func point(_ row: Int, _ work: inout Work) {
    guard references.indices.contains(row) else { return }
    if row == column { work.go(.record(references[row])) }
    column = row
  }

  public mutating func scroll(_ lines: Int, _ work: inout Work) {
    let pane = ComparePane(work.layout.body)
    let all = layout(ReferenceWording(work.library, work.kinds, work.look.wording), width: pane.content.columns).lines.count
    top = min(max(0, top + lines), max(0, all - pane.content.rows))
  }
}
