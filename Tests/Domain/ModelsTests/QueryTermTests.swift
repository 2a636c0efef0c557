import Models
import Testing

/// The query grammar, in which every text is valid.
struct QueryTermTests {
  static let table: [(String, [String])] = [
    ("", []), ("   ", []), ("luke", ["luke"]), ("  luke   skywalker ", ["luke", "skywalker"]), ("r2-d2", ["r2-d2"]),
    (#""a new hope""#, [#"«a new hope»"#]), (#""a new"#, [#"«a new»"#]), ("“a new hope”", ["«a new hope»"]), (#""""#, ["«»"]),
    ("kind:people", ["kind[:]people"]), ("homeworld:tatooine luke", ["homeworld[:]tatooine", "luke"]),
    (#"films:"a new hope""#, ["films[:]a new hope"]), ("mass>100", ["mass[>]100"]), ("mass>=100", ["mass[>=]100"]),
    ("height<150", ["height[<]150"]), ("height<=150", ["height[<=]150"]), ("mass=77", ["mass[=]77"]),
    ("hair_color:brown", ["hair_color[:]brown"]), (#"consumables>"2 months""#, ["consumables[>]2 months"]), ("-luke", ["-luke"]),
    ("-kind:films", ["-kind[:]films"]), (#"-"death star""#, ["-«death star»"]),
    // A text that only resembles a filter is a word.
    ("episode:", ["episode:"]), ("IV: a new hope", ["IV:", "a", "new", "hope"]), (":people", [":people"]), (">100", [">100"]), ("-", ["-"]),
    ("--x", ["--x"]), ("-5", ["-5"]), ("4:5", ["4:5"]),
  ]

  @Test(arguments: table) func `a text is parsed into terms`(text: String, terms: [String]) {
    #expect(QueryTerm.parse(text).map(Self.describe) == terms)
  }

  @Test(arguments: ["a", "a b", "a\tb", #"a"b"#]) func `a value is typed so that it is read again`(value: String) {
    let terms = QueryTerm.parse("gender:" + QueryTerm.typed(value))
    #expect(terms.map(\.content) == [.filter(field: "gender", .contains, value: value)])
  }

  @Test func `terms have ranges`() {
    let terms = QueryTerm.parse(#"luke  -mass>100 "a b""#)
    #expect(terms.map(\.range) == [0..<4, 7..<15, 16..<21])
  }

  @Test func `a comparison is the longest that fits`() {
    #expect(
      ["=1", ":", ">=2", ">2", "<=", "x", ""].map { FieldComparison.prefix(of: $0) } == [
        .equals, .contains, .atLeast, .greaterThan, .atMost, nil, nil,
      ])
    #expect(FieldComparison.greaterThan.isSatisfied(byDate: "1980-05-17", "1977"))
    #expect(!FieldComparison.greaterThan.isSatisfied(byDate: "1977-05-25", "1977"))
    #expect(FieldComparison.equals.isSatisfied(byDate: "1977-05-25", "1977"))
  }

  private static func describe(_ term: QueryTerm) -> String {
    let sign = term.isNegated ? "-" : ""
    switch term.content {
    case .word(let word): return sign + word
    case .phrase(let text): return "\(sign)«\(text)»"
    case .filter(let field, let comparison, let value): return "\(sign)\(field)[\(comparison.rawValue)]\(value)"
    }
  }
}
