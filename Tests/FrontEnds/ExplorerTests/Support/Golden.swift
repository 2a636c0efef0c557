import Foundation
import Localization
import Models
import Presentation
import Testing

@testable import Explorer

/// Golden files of whole screens. `perform` brings an explorer into a state, once per view; the frames must equal `Frames/<name>.txt`.
/// One state of each screen has ``Golden/views``, the others a terminal of 80 by 24; other tests check every state at every size by rule.
/// `HOLOCRON_RECORD_FRAMES=1` writes the files again: review them before committing.
func expectGolden(
  _ name: String, _ views: [Golden.View] = [.standard], at location: SourceLocation = #_sourceLocation,
  _ perform: (inout ExplorerHarness) -> Void
) {
  let drawn = Golden.text(views, perform)
  let file = Golden.folder.appending(path: "\(name).txt")
  if ProcessInfo.processInfo.environment["HOLOCRON_RECORD_FRAMES"] == "1" {
    do { try drawn.write(to: file, atomically: true, encoding: .utf8) } catch { Issue.record(error, sourceLocation: location) }
    return
  }
  guard let kept = try? String(contentsOf: file, encoding: .utf8), kept == drawn else {
    let other = FileManager.default.temporaryDirectory.appending(path: "holocron-frames/\(name).txt")
    try? FileManager.default.createDirectory(at: other.deletingLastPathComponent(), withIntermediateDirectories: true)
    try? drawn.write(to: other, atomically: true, encoding: .utf8)
    Issue.record("\(name) differs from Frames/\(name).txt; the new frames are in \(other.path)", sourceLocation: location)
    return
  }
}

/// Frames as text: the characters, then the styles of each theme.
enum Golden {
  /// A terminal size, a language, and the themes whose styles are written.
  struct View {
    let size: Viewport
    let language: String
    let themes: [String]

    static let standard = View(size: Viewport(columns: 80, rows: 24), language: "en", themes: ["dark"])
  }

  /// A small, a standard and a large terminal, two languages and two themes.
  static let views = [
    View(size: Viewport(columns: 40, rows: 12), language: "en", themes: []),
    View(size: Viewport(columns: 80, rows: 24), language: "en", themes: ["dark", "light"]),
    View(size: Viewport(columns: 80, rows: 24), language: "de", themes: []),
    View(size: Viewport(columns: 132, rows: 43), language: "en", themes: []),
  ]
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Frames")

  static func text(_ views: [View], _ perform: (inout ExplorerHarness) -> Void) -> String {
    views.map { view in
      guard let frame = self.frame(view.size, view.language, view.themes.first ?? "dark", perform) else { return "" }
      var text = "=== \(view.size.columns)×\(view.size.rows) \(view.language)\n\(withoutEmptyRows(characters(of: frame)))"
      var firstRuns: String?
      for theme in view.themes {
        guard let frame = self.frame(view.size, view.language, theme, perform) else { continue }
        let (legend, runs) = styles(of: frame)
        // Themes usually differ in colours only.
        text += "--- \(theme)\n\(legend)" + (runs == firstRuns ? "" : runs)
        firstRuns = firstRuns ?? runs
      }
      return text
    }.joined()
  }

  static func frame(_ size: Viewport, _ language: String, _ theme: String, _ perform: (inout ExplorerHarness) -> Void) -> Frame? {
    guard let language = Languages.all.first(where: { $0.code == language }), let theme = Themes.all.first(where: { $0.name == theme })
    else { return nil }
    var harness = ExplorerHarness(size, Explorer.Settings(theme: theme, language: language))
    perform(&harness)
    return ExplorerScreen.frame(of: harness.explorer, at: harness.now)
  }

  /// Returns the rows between bars, so that trailing spaces are visible, and the cursor position if it is shown.
  static func characters(of frame: Frame) -> String {
    var text = ""
    for row in 0..<frame.rows {
      text += "|" + String(frame[row: row].filter { !$0.isContinuation }.map(\.character)) + "|\n"
    }
    if let cursor = frame.cursor { text += "cursor \(cursor.column),\(cursor.row)\n" }
    return text
  }

  /// Returns the rows with one line for each group of two or more empty ones.
  private static func withoutEmptyRows(_ rows: String) -> String {
    var lines: [String] = []
    var empty: [String] = []
    for row in rows.split(separator: "\n").map(String.init) + [""] {
      if row.hasPrefix("|"), row.dropFirst().dropLast().allSatisfy({ $0 == " " }) {
        empty.append(row)
      } else {
        lines += empty.count > 1 ? ["⋮ \(empty.count) empty rows"] : empty
        lines.append(row)
        empty = []
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a letter for each style, and the runs of every row that is not plain.
  private static func styles(of frame: Frame) -> (legend: String, runs: String) {
    var known = [Style()]
    var rows = ""
    for row in 0..<frame.rows {
      var runs: [(style: Int, length: Int)] = []
      for cell in frame[row: row] {
        let style = known.firstIndex(of: cell.style) ?? known.count
        if style == known.count { known.append(cell.style) }
        if runs.last?.style == style { runs[runs.count - 1].length += 1 } else { runs.append((style, 1)) }
      }
      guard runs.contains(where: { $0.style > 0 }) else { continue }
      rows += "\(row):" + runs.map { " \(letter($0.style))\($0.length)" }.joined() + "\n"
    }
    return (known.enumerated().map { "\(letter($0.offset)) \(describe($0.element))\n" }.joined(), rows)
  }

  private static func letter(_ index: Int) -> Character { Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")[index % 52] }

  private static func describe(_ style: Style) -> String {
    var words: [String] = []
    if let color = style.foreground { words.append("\(color.indexed)/\(color.basic)") }
    if let color = style.background { words.append("on \(color.indexed)/\(color.basic)") }
    let names: [(Style.Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
    ]
    words += names.filter { style.attributes.contains($0.0) }.map(\.1)
    return words.isEmpty ? "plain" : words.joined(separator: " ")
  }
}
