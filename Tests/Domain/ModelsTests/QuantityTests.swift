import Models
import Testing

@Suite struct QuantityTests {
  @Test(arguments: [
    ("0", Amount.whole(0)), ("1000000000000", .whole(1_000_000_000_000)), ("9223372036854775807", .whole(.max)),
    ("-9223372036854775808", .whole(.min)), ("9223372036854775808", .fraction(9_223_372_036_854_775_808)), ("1,000,000", .whole(1_000_000)),
    ("12,345.5", .fraction(12345.5)), ("007", .whole(7)), ("-0.5", .fraction(-0.5)),
  ])
  func `amounts are parsed`(_ text: String, _ amount: Amount) {
    #expect(Amount(parsing: text) == amount)
  }

  @Test(arguments: ["", "-", ".", "1.", ".5", "1,", ",1", "1,00", "1000,000", "1,0000", "1.2.3", "1 000", "inf", "1e3", "½"])
  func `other texts are not amounts`(_ text: String) {
    #expect(Amount(parsing: text) == nil)
  }

  @Test(arguments: [
    ("0", "0"), ("1,000", "1000"), ("1000000000000", "1000000000000"), ("78.2", "78.2"), ("78.0", "78"), ("-1,234.5", "-1234.5"),
    ("1234.5678", "1234.5678"), ("9223372036854775808", "9.223372036854776e+18"),
  ])
  func `amounts have a plain decimal text`(_ text: String, _ plain: String) throws {
    #expect(try #require(Amount(parsing: text)).text == plain)
  }

  @Test(arguments: [
    (Amount.whole(19), Amount.whole(-19)), (.fraction(41.5), .fraction(-41.5)), (.whole(0), .whole(0)),
    (.whole(.min), .fraction(9_223_372_036_854_775_808)),
  ])
  func `amounts can be negated`(_ amount: Amount, _ negated: Amount) { #expect(-amount == negated) }

  @Test(arguments: [("30-165", 30, 165), ("30 - 165", 30, 165), ("1,000–2,000", 1000, 2000)] as [(String, Int64, Int64)])
  func `ranges are parsed`(_ text: String, _ least: Int64, _ most: Int64) throws {
    let quantity = try #require(Quantity<Individuals>(parsing: text))
    #expect(quantity.amount == .whole(least))
    #expect(quantity.upTo == .whole(most))
    #expect(quantity.rank == .number(Double(least)))
  }

  @Test(arguments: ["1000km", "1000 km", "1000km/h", "1,000 KM/H", "1000"])
  func `units in the text are accepted`(_ text: String) {
    #expect(Quantity<KilometersPerHour>(parsing: text)?.amount == .whole(1000))
  }

  @Test(arguments: [
    (shown(Centimeters.self, "172"), DisplayValue.quantity([Measure(.whole(172), unit: "cm")])),
    (shown(Individuals.self, "30-165"), .quantity([Measure(.whole(30), upTo: .whole(165), unit: "individuals")])),
    (shown(Percent.self, "0.9"), .quantity([Measure(.fraction(0.9), unit: "percent")])),
    (shown(HyperdriveClass.self, "0.5"), .quantity([Measure(.fraction(0.5), unit: "class")])),
    (shown(Kilograms.self, "unknown"), .absent(.unknown)),
    (shown(Years.self, "indefinite"), .absent(.indefinite)),
    (shown(Years.self, ""), .absent(.unknown)),
  ])
  func `quantities are displayed as measures`(_ value: DisplayValue?, as expected: DisplayValue) {
    #expect(value == expected)
  }
}

private func shown<Unit: UnitOfMeasure>(_ unit: Unit.Type, _ text: String) -> DisplayValue? { Fact<Quantity<Unit>>(text).display }
