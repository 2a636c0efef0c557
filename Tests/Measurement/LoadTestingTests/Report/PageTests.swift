import Testing
import Text

@testable import LoadTesting

struct PageTests {
  static let reports = [
    SampleReports.small, SampleReports.empty, SampleReports.hostile(#"</title><script>alert("1")</script><img src=//x onerror='y'>"#),
    SampleReports.noisy(typical: 100, seed: 1, errors: 2), SampleReports.hostile("\u{1B}[31m\u{0}\u{202E}\n&amp;"),
  ]

  static let pages = reports.map(\.html)

  /// Returns the tags of a page in order: names with `/` in front for closing tags, and their attributes.
  private func tags(_ page: String) -> [(name: String, attributes: String)] {
    page.matches(of: /<(\/?[a-zA-Z!][a-zA-Z0-9]*)([^>]*)>/).map { (String($0.1), String($0.2)) }
  }

  @Test(arguments: pages.indices) func `tags are closed in the order in which they were opened`(index: Int) {
    let page = Self.pages[index]
    var open: [String] = []
    for (name, attributes) in tags(page) where !["!DOCTYPE", "meta"].contains(name) && !attributes.hasSuffix("/") {
      guard name.hasPrefix("/") else {
        open.append(name)
        continue
      }
      let opened = open.popLast()
      #expect(opened == String(name.dropFirst()))
    }
    #expect(open.isEmpty)
    #expect(page.hasPrefix("<!DOCTYPE html>\n"))
    #expect(page.hasSuffix("</html>\n"))
  }

  @Test(arguments: pages.indices) func `nothing from outside becomes markup`(index: Int) {
    let page = Self.pages[index]
    let known: Set = [
      "!DOCTYPE", "html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "span", "dl", "div", "dt", "dd", "figure",
      "figcaption", "svg", "path", "text", "rect", "table", "thead", "tbody", "tr", "th", "td", "ul", "li", "pre", "footer",
    ]
    for (name, attributes) in tags(page) {
      #expect(known.contains(name.hasPrefix("/") ? String(name.dropFirst()) : name))
      let names = attributes.replacing(/"[^"]*"/, with: "")
      #expect(["onerror", "src", "href"].allSatisfy { !names.contains($0) })
    }
    #expect(!page.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{202E}" })
  }

  @Test(arguments: pages.indices) func `a page needs no network and no script, and suits phones and the dark`(index: Int) {
    let page = Self.pages[index]
    for part in [
      #"content="default-src 'none'; style-src 'unsafe-inline'""#, #"<meta name="viewport" content="width=device-width, initial-scale=1">"#,
      "@media(prefers-color-scheme:dark)",
    ] { #expect(page.contains(part)) }
    for word in ["<script", "@import", "url(", "http://", "https://"] { #expect(!page.contains(word)) }
    let drawings = tags(page).filter { $0.name == "svg" }.map(\.attributes)
    #expect(drawings.allSatisfy { $0.contains("role=\"img\" aria-label=\"") && $0.contains("viewBox=\"0 0 ") })
  }

  @Test(arguments: pages.indices) func `coordinates are finite numbers inside the drawing`(index: Int) {
    let page = Self.pages[index]
    for path in tags(page).filter({ $0.name == "path" }) {
      guard let d = path.attributes.firstMatch(of: /\sd="([^"]*)"/)?.1 else { continue }
      #expect(d.allSatisfy { "MLHVZh0123456789. ".contains($0) }, "\(d)")
      #expect(d.split { !"0123456789.".contains($0) }.compactMap { Double($0) }.allSatisfy { $0 <= 860 })
    }
  }

  @Test func `a report has all plots and figures`() {
    let page = SampleReports.small.html
    for heading in [
      "Latency over time", "Latency by percentile", "Rate", "Errors and late sends",
      "Search for the highest rate",
      "Findings", "Options", "Repeat this test",
    ] {
      #expect(page.contains("<h2>\(heading)</h2>"))
    }
    #expect(tags(page).count { $0.name == "figure" } == 4)
    #expect(page.contains("<span class=\"max dashed\">service</span>"))
    #expect(page.contains("<td>2.43 ms</td>"))
    #expect(page.contains("<pre>holocron-load cache --rate 4 --duration 2s</pre>"))
    #expect(page.contains("warm-up"))
    #expect(page.contains("<p class=\"note bad\">check: p99&gt;5ms: 10.0 ms, crossed</p>"))
  }

  @Test func `a run without answers says so instead of drawing`() {
    let page = SampleReports.empty.html
    #expect(page.contains("<p>No answers.</p>"))
    #expect(!page.contains("<svg"))
    #expect(page.contains("<p class=\"note bad\">answers: 0 of 0 requests succeeded in 0 s, 0/s; interrupted</p>"))
  }

  @Test func `an address is not repeated`() {
    var report = SampleReports.small
    report.target = .init(name: "http", address: "example.org/a", requests: "example.org/a; keys uniform")
    #expect(report.html.contains("<p class=\"sub\">example.org/a; keys uniform</p>"))
    #expect(report.summary().text.hasPrefix("http         example.org/a; keys uniform\n"))
  }

  @Test func `one interval is drawn, and its error named`() throws {
    let page = SampleReports.hostile("x").html
    #expect(page.contains("<path class=\"line p50\" d=\"M64 284L454 284L844 284\"/>"))
    #expect(page.contains("<p>The first errors:</p>\n<ul>\n<li>x</li>\n</ul>\n"))
    #expect(page.contains("; aborted: x</p>"))
  }

  @Test func `a page has the same size for any length of run`() {
    let buckets = (1...2_000).map { LatencyDistribution.Bucket(value: $0 * $0 * 1_000, count: $0) }
    let intervals = (0..<1_200).map { second in
      LoadReport.Interval(
        start: Double(second), duration: 1, sent: 10, done: 10, latency: LatencyDistribution(buckets: buckets.suffix(10 + second % 7)))
    }
    let report = LoadReport(intervals: intervals, latency: LatencyDistribution(buckets: buckets))
    #expect(report.html.utf8.count < 500_000)
  }

  @Test func `the command is quoted for a shell`() {
    #expect(Page.shellCommand(["a", "--mix=b:1,c", ""]) == "a --mix=b:1,c ''")
    #expect(Page.shellCommand(["it's", "p99>5ms", "$(rm)", "é"]) == #"'it'\''s' 'p99>5ms' '$(rm)' 'é'"#)
  }
}
