import OrderedJSON
import TestSupport
import Testing
import Text

@testable import Presentation

@Suite struct OutputFormatTests {
  static let report = ReportDocument(
    [
      .title("Luke", aside: "people/1"),
      .values([LabeledValue("Born", StyledText("19 BBY")), LabeledValue("Gender", StyledText("male", .muted))]),
      .heading("Ships"), .table(Table([.init("name"), .init("length", .trailing)], rows: [["X-wing", "12.5 m"], ["a|b, \"c\"", "—"]])),
      .prose(["One two.", "Three_four."]),
    ], json: ["name": "Luke", "ships": ["X-wing", "Y"]])

  static let terminal = Surface(isTerminal: true, columns: 40, painter: Painter(usesColor: false))

  @Test func `the table format aligns columns on a terminal`() {
    #expect(
      TableFormat().render(Self.report, on: Self.terminal) == """
        Luke                            people/1

        Born    19 BBY
        Gender  male

        Ships
        NAME      LENGTH
        X-wing    12.5 m
        a|b, "c"       —

        One two.

        Three_four.

        """)
  }

  @Test func `the table format is plain in a pipe`() {
    let plain = """
      people/1\tLuke
      Born\t19 BBY
      Gender\tmale
      X-wing\t12.5 m
      a|b, "c"\t—
      One two.
      Three_four.

      """
    #expect(TableFormat().render(Self.report, on: .file).text == plain)
    #expect(PlainFormat().render(Self.report, on: Self.terminal).text == plain)
  }

  @Test func `the table keeps its form in a pipe if it was asked for, and if colours were`() {
    #expect(TableFormat(isAskedFor: true).render(Self.report, on: .file).text.contains("NAME      LENGTH\nX-wing    12.5 m\n"))
    let coloured = Surface(isTerminal: false, columns: nil, painter: Painter(usesColor: true))
    #expect(TableFormat().render(Self.report, on: coloured).text.contains("\u{1B}[1mShips\u{1B}[0m\n"))
  }

  @Test func `JSON has colours, and is the same without them`() {
    let document = ReportDocument(
      [], json: ["a": [1, true, .null, [], [:]], "b\u{1B}": ["c": "d\u{202E}e"], "empty": ""])
    for isTerminal in [true, false] {
      let plain = JSONFormat().render(document, on: Surface(isTerminal: isTerminal, columns: nil, painter: Painter(usesColor: false))).text
      let painted = JSONFormat().render(document, on: Surface(isTerminal: isTerminal, columns: nil, painter: Painter(usesColor: true))).text
      #expect(painted.contains("\u{1B}[32m\"d\\u202ee\"\u{1B}[0m"))
      let text = painted.split(separator: "\u{1B}[").enumerated().map { $0 == 0 ? $1 : $1.drop { $0 != "m" }.dropFirst() }.joined()
      #expect(text == plain.replacing("\u{202E}", with: "\\u202e"))
    }
  }

  @Test func `JSON is compact in a pipe and indented on a terminal`() {
    #expect(JSONFormat().render(Self.report, on: .file).text == #"{"name":"Luke","ships":["X-wing","Y"]}"# + "\n")
    #expect(JSONFormat().render(Self.report, on: Self.terminal).text.hasPrefix("{\n  \"name\": \"Luke\",\n"))
    #expect(JSONLinesFormat().render(ReportDocument([], json: [1, ["a": 2]]), on: Self.terminal) == "1\n{\"a\":2}\n")
  }

  @Test func `CSV contains the first table, or the values`() {
    #expect(CSVFormat().render(Self.report, on: .file) == "name,length\nX-wing,12.5 m\n\"a|b, \"\"c\"\"\",—\n")
    #expect(CSVFormat().render(ReportDocument([.values([LabeledValue("a", "b")])], json: .null), on: .file) == "name,value\na,b\n")
  }

  @Test func `Markdown contains all blocks`() {
    #expect(
      MarkdownFormat().render(Self.report, on: .file) == #"""
        # Luke (`people/1`)

        - **Born**: 19 BBY
        - **Gender**: male

        ## Ships

        | name | length |
        | --- | ---: |
        | X-wing | 12.5 m |
        | a\|b, "c" | — |

        One two.

        Three\_four.

        """#)
  }

  /// If this fails, add the new file of OutputFormats/ to the list in OutputFormats.swift.
  @Test func `the list contains every format of the folder once`() throws {
    let names = try ProjectFolder.swiftFiles(in: "Modules/FrontEnds/Presentation/OutputFormats").filter {
      $0.hasSuffix("Format") && $0 != "OutputFormat"
    }
    let listed = OutputFormats.standard.all.map { "\(type(of: $0))" }
    #expect(listed.sorted() == names.sorted())
    #expect(Set(OutputFormats.standard.all.map(\.name)).count == listed.count)
  }
}
