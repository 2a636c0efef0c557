import Models
import OrderedJSON
import Testing

@Suite struct FactTests {
  @Test(arguments: [
    ("unknown", Absence.unknown), ("n/a", .notApplicable), ("N/A", .notApplicable), ("none", .none), ("None", .none),
    ("indefinite", .indefinite), ("", .empty), ("  ", .empty), ("unknown ", .unknown), (" UNKNOWN", .unknown),
  ])
  func `words for an absent value are recognised in any case and with spaces`(_ text: String, _ absence: Absence) throws {
    let fact = Fact<Quantity<Centimeters>>(text)
    #expect(fact.absence == absence)
    #expect(fact.value == nil)
    #expect(fact.rank == nil)
    #expect(fact.text == text)
    #expect(fact.canonical == ["text": .string(text), "absent": .string(absence.rawValue)])
    #expect(Fact<Label>(text).absence == absence)
    #expect(Fact<WordList>(text).absence == absence)
  }

  @Test(arguments: [
    ("36.8 ", Amount.fraction(36.8)), ("172", .whole(172)), ("1,600", .whole(1600)), ("2.0", .whole(2)), (" 7", .whole(7)),
  ])
  func `the text is kept in addition to the parsed value`(_ text: String, _ amount: Amount) {
    let fact = Fact<Quantity<Meters>>(text)
    #expect(fact.text == text)
    #expect(fact.value?.amount == amount)
    #expect(fact.originValue == .text(text))
  }

  @Test(arguments: ["Live food tanks", "about 3", "1,35", "1e5", "0x10", "nan", "--1", "30-", "165-30", "+5", "٣"])
  func `texts that cannot be parsed are kept`(_ text: String) {
    let fact = Fact<Quantity<Meters>>(text)
    #expect(fact.interpretation == .unrecognised)
    #expect(fact.originValue == .text(text))
    #expect(fact.canonical == ["text": .string(text)])
    #expect(fact.display == .text(text))
    #expect(fact.rank == nil)
  }

  @Test func `null differs from missing`() throws {
    let null = try #require(Fact<Label>(OriginValue.null))
    #expect(null.canonical == .null)
    #expect(null.originValue == .null)
    #expect(null.display == .absent(.unknown))
    #expect(Fact<Label>.missing.canonical == nil)
    #expect(Fact<Label>.missing.originValue == .missing)
    #expect(Fact<Label>.missing.display == nil)
    #expect(null != .missing)
  }

  @Test func `fields reject values of the wrong type`() throws {
    let reference = try #require(Reference("people/1"))
    #expect(Fact<Label>(.reference(reference)) == nil)
    #expect(Fact<Label>(.references([])) == nil)
    #expect(Prose(.references([])) == nil)
    #expect(Episode(.reference(reference)) == nil)
    #expect(Link<Person>(.text("people/1")) == nil)
    #expect(Link<Person>(.references([reference])) == nil)
    #expect(Links<Person>(.reference(reference)) == nil)
  }
}
