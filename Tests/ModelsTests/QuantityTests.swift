import Models
import Testing

@Suite struct QuantityTests {
  @Test(arguments: [
    ("0", Amount.whole(0)), ("1000000000000", .whole(1_000_000_000_000)), ("9223372036854775807", .whole(.max)),
    ("-9223372036854775808", .whole(.min)), ("9223372036854775808", .fraction(9_223_372_036_854_775_808)), ("1,000,000", .whole(1_000_000)),
    ("12,345.5", .fraction(12345.5)), ("007", .whole(7)), ("-0.5", .fraction(-0.5)),
  ])
  func amounts(_ text: String, _ amount: Amount) {
    #expect(Amount(reading: text) == amount)
  }

  @Test(arguments: ["", "-", ".", "1.", ".5", "1,", ",1", "1,00", "1000,000", "1,0000", "1.2.3", "1 000", "inf", "1e3", "½"])
  func notAmounts(_ text: String) {
    #expect(Amount(reading: text) == nil)
  }

  @Test(arguments: [
    ("0", "0"), ("999", "999"), ("1000", "1,000"), ("12345", "12,345"), ("123456", "123,456"), ("1000000000000", "1,000,000,000,000"),
    ("78.2", "78.2"), ("-1234.5", "-1,234.5"), ("-123", "-123"), ("1234.5678", "1,234.5678"),
  ])
  func grouping(_ text: String, _ grouped: String) throws {
    #expect(try #require(Amount(reading: text)).grouped == grouped)
  }

  @Test func comparesExactlyWhereDoublesCannot() {
    #expect(Amount.whole(.max - 1) < .whole(.max))
    #expect(Amount.whole(1) < .fraction(1.5))
    #expect(Amount.fraction(-2.5) < .whole(-2))
  }

  @Test(arguments: [("30-165", 30, 165), ("30 - 165", 30, 165), ("1,000–2,000", 1000, 2000)] as [(String, Int64, Int64)])
  func ranges(_ text: String, _ least: Int64, _ most: Int64) throws {
    let quantity = try #require(Quantity<Individuals>(reading: text))
    #expect(quantity.amount == .whole(least))
    #expect(quantity.upTo == .whole(most))
    #expect(quantity.rank == .number(Double(least)))
  }

  @Test(arguments: ["1000km", "1000 km", "1000km/h", "1,000 KM/H", "1000"])
  func unitsInTheText(_ text: String) {
    #expect(Quantity<KilometersPerHour>(reading: text)?.amount == .whole(1000))
  }

  @Test(arguments: [
    (shown(Centimeters.self, "172"), DisplayValue.quantity(text: "172 cm", number: 172)),
    (shown(Credits.self, "1000000000000"), .quantity(text: "1,000,000,000,000 credits", number: 1e12)),
    (shown(Credits.self, "1"), .quantity(text: "1 credit", number: 1)),
    (shown(Individuals.self, "30-165"), .quantity(text: "30–165", number: nil)),
    (shown(Percent.self, "0.9"), .quantity(text: "0.9%", number: 0.9)),
    (shown(Days.self, "1"), .quantity(text: "1 day", number: 1)),
    (shown(HyperdriveClass.self, "0.5"), .quantity(text: "class 0.5", number: 0.5)),
    (shown(Megalights.self, "60"), .quantity(text: "60 MGLT", number: 60)),
    (shown(Kilograms.self, "unknown"), .absent("unknown")),
    (shown(Years.self, "indefinite"), .absent("indefinite")),
  ])
  func isShown(_ value: DisplayValue?, as expected: DisplayValue) {
    #expect(value == expected)
  }
}

private func shown<Unit: UnitOfMeasure>(_ unit: Unit.Type, _ text: String) -> DisplayValue? { Fact<Quantity<Unit>>(text).display }
