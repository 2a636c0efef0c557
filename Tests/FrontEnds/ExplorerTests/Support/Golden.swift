import Foundation
import Localization
import Models
import Presentation
import Testing

@testable import Explorer

/// Golden files of whole screens. `perform` brings an explorer into a state, once per size, language and theme; the frames must equal
/// `Frames/<name>.txt`. `HOLOCRON_RECORD_FRAMES=1` writes the files again: review them before committing.
func expectGolden(_ name: String, at location: SourceLocation = #_sourceLocation, _ perform: (inout ExplorerHarness) -> Void) {
  let drawn = Golden.text(perform)
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

/// Frames as text: the characters once per language, the styles once per theme.
enum Golden {
  static let sizes = [Viewport(columns: 40, rows: 12), Viewport(columns: 80, rows: 24), Viewport(columns: 132, rows: 43)]
  static let languages = ["en", "de"]
  static let themes = ["dark", "light"]
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Frames")

  static func text(_ perform: (inout ExplorerHarness) -> Void) -> String {
    var text = ""
    for size in sizes {
      for language in languages {
        let frames = themes.compactMap { theme in frame(size, language, theme, perform).map { (theme, $0) } }
        guard let first = frames.first?.1 else { continue }
        text += "=== \(size.columns)×\(size.rows) \(language)\n\(characters(of: first))"
        for (theme, frame) in frames { text += "--- \(theme)\n\(styles(of: frame))" }
      }
    }
    return text
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

  /// Returns a letter for each style, then the runs of every row; rows in the first style alone are left out.
  private static func styles(of frame: Frame) -> String {
    var known: [Style] = []
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
    let legend = known.enumerated().map { "\(letter($0.offset)) \(describe($0.element))\n" }.joined()
    return legend + rows
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
