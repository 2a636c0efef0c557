import Text

/// A web page in one file: no script, no network, readable on a phone and in the dark.
struct Page {
  let title: String
  private var body = Markup()

  init(title: String) { self.title = title }

  static func += (page: inout Page, part: Markup) { page.body += part }

  /// Adds a heading and content.
  mutating func section(_ heading: String, _ content: Markup) { body += "<h2>\(heading)</h2>\n\(content)" }

  /// Adds a heading and a plot.
  mutating func plot(_ heading: String, _ chart: Chart?) { section(heading, chart?.figure ?? "<p>No answers.</p>\n") }

  /// Returns a table whose first row is its header, and whose first column names the rows. It scrolls sideways if the window is too narrow.
  static func table(_ rows: [[String]]) -> Markup {
    // With few columns, a table of full width is hard to read.
    let kind: Markup = (rows.first?.count ?? 0) <= 4 ? "short" : ""
    let header = (rows.first ?? []).map { "<th scope=\"col\">\($0)</th>" as Markup }.joined()
    let lines = rows.dropFirst().map { cells in
      let line = cells.enumerated().map { column, cell in
        column == 0 ? "<th scope=\"row\">\(cell)</th>" as Markup : "<td>\(cell)</td>"
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

/// HTML or SVG. Tags can only come from literals in the source; interpolated text is escaped and made ``Swift/String/printable``.
///
///     let cell: Markup = "<td>\(name)</td>"   // `name` may be anything
struct Markup: ExpressibleByStringInterpolation {
  private(set) var text: String

  init() { text = "" }
  init(stringLiteral value: StaticString) { text = value.description }
  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) { text.reserveCapacity(literalCapacity + interpolationCount * 8) }

    mutating func appendLiteral(_ literal: StaticString) { text += literal.description }
    mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
    mutating func appendInterpolation(_ number: Int) { text += "\(number)" }
    /// Appends a coordinate with one decimal.
    mutating func appendInterpolation(_ coordinate: Double) { text += Quantity.short(coordinate, digits: 1) }
    mutating func appendInterpolation(_ foreign: String) { text += Markup.escaped(foreign) }
  }

  static func + (left: Markup, right: Markup) -> Markup { "\(left)\(right)" }
  static func += (left: inout Markup, right: Markup) { left.text += right.text }

  /// Returns text as content of an element or as an attribute's value in quotation marks.
  private static func escaped(_ foreign: String) -> String {
    var escaped = ""
    for scalar in foreign.printable.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Sequence<Markup> {
  func joined() -> Markup { reduce(into: Markup()) { $0 += $1 } }
}

extension Page {
  /// Colours have a contrast of at least 4.5 for text and 3 for lines (WCAG 2.2) on their background, light and dark. Colours of one plot differ
  /// in lightness as well, so that the colour-blind can tell them apart. The shadows at the edges of a table show that it can be scrolled.
  static let styleSheet: Markup = """
    :root{color-scheme:light dark;--back:#fff;--panel:#f6f8fa;--text:#1c2128;--muted:#59636e;--rule:#d8dee4;--p50:#0b3d91;--p90:#2a68c8;
    --p99:#5b8ede;--max:#7a8ca6;--good:#1a7f5a;--warn:#9a6700;--bad:#c0341d;
    --edge:#1c212833}
    @media(prefers-color-scheme:dark){:root{--back:#12161b;--panel:#1a2027;--text:#e6eaef;--muted:#9aa6b2;--rule:#2e363f;--p50:#d3e2ff;
    --p90:#93b8fb;--p99:#5f90ea;--max:#7688a2;--good:#4fc08d;--warn:#d9a441;--bad:#ff7b66;
    --edge:#000000b0}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
    main{max-width:60rem;margin:0 auto;padding:2rem 1.25rem 3rem}
    h1{font-size:1.75rem;line-height:1.2;margin:0}
    h2{font-size:1.1rem;margin:2.5rem 0 .5rem}
    p{margin:.25rem 0}
    .sub,footer,th,dt{color:var(--muted)}
    .sub{overflow-wrap:anywhere}
    .note{border-left:4px solid var(--warn);background:var(--panel);padding:.5rem .9rem;margin:.75rem 0;overflow-wrap:anywhere}
    .note.bad{border-color:var(--bad)}
    ul{margin:.25rem 0;padding-left:1.25rem;overflow-wrap:anywhere}
    .tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(7.25rem,1fr));gap:.6rem;margin:1.5rem 0 0;padding:0}
    .tiles div{background:var(--panel);border-radius:8px;padding:.6rem .75rem}
    .tiles dt{font-size:.85rem}
    .tiles dd{margin:0;font-size:1.2rem;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
    .tiles dd.bad{color:var(--bad)}
    figure{margin:.5rem 0}
    figcaption span{margin-right:1rem;font-size:.9rem}
    figcaption span::before{content:"━ "}figcaption .dashed::before{content:"┅ "}
    svg{display:block;width:100%;min-width:40rem;height:auto;font:12px system-ui,sans-serif}
    .scroll{overflow-x:auto;background:linear-gradient(90deg,var(--back) 30%,#0000) 0 0/3rem 100% no-repeat local,
    linear-gradient(270deg,var(--back) 30%,#0000) 100% 0/3rem 100% no-repeat local,
    linear-gradient(90deg,var(--edge),#0000) 0 0/.75rem 100% no-repeat,linear-gradient(270deg,var(--edge),#0000) 100% 0/.75rem 100% no-repeat}
    table{border-collapse:collapse;font-variant-numeric:tabular-nums;width:100%}
    th,td{text-align:right;padding:.35rem .6rem;border-bottom:1px solid var(--rule);white-space:nowrap}
    th{font-weight:500;font-size:.9rem}
    th:first-child,td:first-child{text-align:left;padding-left:0}
    .short{max-width:32rem}
    @media(max-width:40rem){main{padding:1.25rem .9rem 2rem}th,td{padding:.35rem .3rem}td{font-size:.95rem}}
    .bad{color:var(--bad)}.good{color:var(--good)}
    .note.bad{color:inherit}
    dl.facts{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1.25rem;margin:.5rem 0}
    dl.facts dd{margin:0;overflow-wrap:anywhere}
    pre{background:var(--panel);border-radius:8px;padding:.8rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere;
    font:14px/1.5 ui-monospace,monospace}
    footer{margin-top:2.5rem;font-size:.9rem}
    .grid{stroke:var(--rule);fill:none}
    .tick{fill:var(--muted)}
    .shade{fill:var(--back);opacity:.6}
    .edge{stroke:var(--muted);stroke-dasharray:2 3}
    .line{fill:none;stroke:currentColor;stroke-width:1.75;stroke-linejoin:round;stroke-linecap:round}
    .p50{color:var(--p50)}.p90{color:var(--p90)}.p99{color:var(--p99)}.max{color:var(--max)}
    .caution{color:var(--warn)}.failed{color:var(--bad)}
    .dashed{stroke-dasharray:5 4}

    """
}
