import Testing
import Text

@testable import Presentation

@Suite struct LayoutTests {
  static let table = Table(
    [
      .init("name", expendability: 0, minimum: 8), .init("height", .trailing, expendability: 2, minimum: 6),
      .init("remark", expendability: 3, minimum: 8),
    ],
    rows: [
      ["Luke Skywalker", "172 cm", "a farm boy from Tatooine"], ["パドメ", "165 cm", "queen"], ["Jabba", "—", ""],
    ])

  func lines(_ columns: Int?) -> [String] { TableLayout(Self.table, within: columns).lines(of: Self.table).map(\.text) }

  @Test func `the most expendable column shrinks first`() {
    #expect(
      lines(36) == [
        "NAME            HEIGHT  REMARK",
        "Luke Skywalker  172 cm  a farm boy…",
        "パドメ          165 cm  queen",
        "Jabba                —",
      ])
  }

  @Test func `a column is hidden rather than made too narrow`() {
    #expect(lines(30) == ["NAME            HEIGHT", "Luke Skywalker  172 cm", "パドメ          165 cm", "Jabba                —"])
  }

  @Test func `hidden columns follow in a table below`() {
    #expect(
      TableLayout.lines(of: Self.table, within: 30).map(\.text) == [
        "NAME            HEIGHT", "Luke Skywalker  172 cm", "パドメ          165 cm", "Jabba                —", "",
        "NAME            REMARK", "Luke Skywalker  a farm boy fr…", "パドメ          queen", "Jabba",
      ])
    let narrow = TableLayout.lines(of: Self.table, within: 10).map(\.text)
    #expect(narrow.filter { ["NAME", "HEIGHT", "REMARK"].contains($0) } == ["NAME", "HEIGHT", "REMARK"], "\(narrow)")
  }

  @Test func `a column yields to one that cannot shrink, but not in vain`() {
    var home = Table.Column("home", expendability: 1, minimum: 6)
    home.yields = true
    let columns: [Table.Column] = [.init("name", expendability: 0), home, .init("mass", .trailing, expendability: 2, minimum: 8)]
    let table = Table(columns, rows: [["Luke", "Cato Neimoidia", "1,358 kg"]])
    #expect(TableLayout(table, within: 30).widths == [4, 14, 8])
    #expect(TableLayout(table, within: 29).widths == [4, 13, 8])
    #expect(TableLayout(table, within: 22).widths == [4, 6, 8])
    #expect(TableLayout(table, within: 21).widths == [4, 14, 0])
  }

  @Test(arguments: 1...60) func `lines never exceed the width`(columns: Int) {
    for line in TableLayout(Self.table, within: columns).lines(of: Self.table) { #expect(line.columns <= columns) }
  }

  @Test(.timeLimit(.minutes(1))) func `a very wide cell takes no longer than one as wide as the table`() {
    let wide = Table(
      [.init("name", expendability: 0), .init("remark")], rows: [["Luke", StyledText(String(repeating: "x", count: 5_000_000))]])
    #expect(TableLayout(wide, within: 40).widths == [4, 34])
  }

  @Test func `values are beside their labels, or below on narrow screens`() {
    let values = [
      LabeledValue("Born", "19 BBY"), LabeledValue("Films", values: ["A New Hope", "Return of the Jedi", "Revenge of the Sith"]),
    ]
    let labels = LabeledValueLayout.labelWidth(of: [values])
    #expect(labels == 5)
    #expect(
      LabeledValueLayout.lines(of: values, labels: labels, within: nil).map(\.text) == [
        "Born   19 BBY", "Films  A New Hope · Return of the Jedi · Revenge of the Sith",
      ])
    // A separator stays with the value on its left, and values that fit on a line are not broken.
    #expect(
      LabeledValueLayout.lines(of: values, labels: labels, within: 44).map(\.text) == [
        "Born   19 BBY", "Films  A New Hope · Return of the Jedi ·", "       Revenge of the Sith",
      ])
    #expect(
      LabeledValueLayout.lines(of: values, labels: labels, within: 15).map(\.text) == [
        "Born", "  19 BBY", "Films", "  A New Hope ·", "  Return of the", "  Jedi ·", "  Revenge of", "  the Sith",
      ])
  }
}
