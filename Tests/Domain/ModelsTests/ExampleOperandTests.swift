import Models
import Testing

@Suite struct ExampleOperandTests {
  @Test(arguments: Kinds.standard.all) func `every field with an order has an example`(kind: KindDescription) throws {
    for field in kind.fields {
      let example = kind.exampleOperand(of: field)
      #expect((example != nil) == [.quantity, .date, .references].contains(field.shape), "\(field.key)")
      guard field.shape == .quantity, let example else { continue }
      let record = try kind.record(id: 1) { $0 == field.key ? .text(example) : .missing }
      #expect(record.rank(field.key) != nil, "\(field.key)")
    }
  }
}
