/// A web page in one file: no script, no network, readable on a phone and in the dark.
struct Page {
  let title: String
  private var body = Markup()

  init(title: String) { self.title = title }

  static func += (page: inout Page, part: Markup) { page.body += part }

  /// Adds a heading and content.
  mutating func section(_ heading: String, _ content: Markup) { body += "<h2>\(heading)</h2>\n\(content)" }

  /// Adds a table that scrolls sideways if the window is too narrow.
  mutating func table(
    _ heading: String, _ rows: [[String]], isProse: Bool = false, cellClass: (_ row: Int, _ column: Int) -> Markup = { _, _ in "" }
  ) {
    section(heading, Self.table(rows, isProse: isProse, cellClass: cellClass))
  }

  /// Returns a table whose first row is its header, and whose first column names the rows.
  /// - Parameter isProse: whether cells are sentences, which wrap and start at the left. Others are aligned to the right.
  static func table(
    _ rows: [[String]], isProse: Bool = false, cellClass: (_ row: Int, _ column: Int) -> Markup = { _, _ in "" }
  ) -> Markup {
    // With few columns, a table of full width is hard to read.
    let kind: Markup = isProse ? "prose" : (rows.first?.count ?? 0) <= 4 ? "short" : ""
    let header = (rows.first ?? []).map { "<th scope=\"col\">\($0)</th>" as Markup }.joined()
    let lines = rows.enumerated().dropFirst().map { row, cells in
      let line = cells.enumerated().map { column, cell in
        column == 0 ? "<th scope=\"row\">\(cell)</th>" as Markup : "<td class=\"\(cellClass(row, column))\">\(cell)</td>"
      }.joined()
      return "<tr>\(line)</tr>\n" as Markup
    }.joined()
    return "<div class=\"scroll\"><table class=\"\(kind)\">\n<thead><tr>\(header)</tr></thead>\n<tbody>\n\(lines)</tbody></table></div>\n"
  }

  /// Returns a list of names and values; empty values are left out.
  static func facts(_ facts: [(name: String, value: String)]) -> Markup {
    let list = facts.filter { !$0.value.isEmpty }.map { "<dt>\($0.name)</dt><dd>\($0.value)</dd>\n" as Markup }.joined()
    return "<dl class=\"facts\">\n\(list)</dl>\n"
  }

  static func list(_ items: [String]) -> Markup {
    let lines = items.map { "<li>\($0)</li>\n" as Markup }.joined()
    return "<ul>\n\(lines)</ul>\n"
  }

  /// Returns a command line as a shell reads it: with quotation marks where words would be read differently.
  static func shellCommand(_ words: [String]) -> String {
    words.map { word in
      let isPlain = word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "-_./:=,%+@".utf8.contains(byte)
        }
      }
      return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
    }.joined(separator: " ")
  }

  /// The file. Its policy forbids everything but its own style sheet, whatever the report contains.
  var html: String {
    let page: Markup = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(title)</title>
      <style>
      \(Self.styleSheet)</style>
      </head>
      <body>
      <main>
      \(body)</main>
      </body>
      </html>

      """
    return page.text
  }
}
