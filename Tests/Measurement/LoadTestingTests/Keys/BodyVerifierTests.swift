import MessageBus
import Testing

@testable import LoadTesting

struct BodyVerifierTests {
  private static func call(_ operation: LoadTesting.Operation, _ index: Int, isUnique: Bool = false, content: [UInt8] = []) -> Call {
    Call(
      key: Call.Key(operation: operation, index: index), payload: .bus(service: "a", Request("GET", Target(["a"]), content: content)),
      isUnique: isUnique)
  }

  @Test func `a known body must come back`() {
    let verifier = BodyVerifier(reference: "the catalogue", known: [Call.Key(operation: .record, index: 3): Array("luke".utf8)])
    #expect(verifier.check(Self.call(.record, 3), Array("luke".utf8)) == .right)
    #expect(verifier.check(Self.call(.record, 3), Array("leia".utf8)) == .wrong)
    #expect(verifier.check(Self.call(.record, 3), []) == .wrong)
  }

  @Test func `the first answer for a key is what later ones must be`() {
    let verifier = BodyVerifier(reference: "the first answer")
    #expect(verifier.check(Self.call(.list, 1), [1, 2]) == .nothingToCompare)
    #expect(verifier.check(Self.call(.list, 2), [3]) == .nothingToCompare)
    #expect(verifier.check(Self.call(.list, 1), [1, 2]) == .right)
    #expect(verifier.check(Self.call(.list, 1), [1, 3]) == .wrong)
    #expect(verifier.check(Self.call(.search, 1), [9]) == .nothingToCompare)
  }

  @Test func `an echo is compared with what was sent`() {
    let verifier = BodyVerifier(reference: "the body that was sent")
    #expect(verifier.check(Self.call(.echo, 0, content: [1, 2]), [1, 2]) == .right)
    #expect(verifier.check(Self.call(.echo, 0, content: [1, 2]), [1]) == .wrong)
  }

  @Test func `unique keys have nothing to compare with`() {
    let verifier = BodyVerifier(reference: "")
    #expect(verifier.check(Self.call(.record, 1, isUnique: true), [1]) == .nothingToCompare)
    #expect(verifier.check(Self.call(.record, 1, isUnique: true), [2]) == .nothingToCompare)
  }

  @Test func `the growing coverage of the index does not count as a difference`() {
    func body(_ text: String) -> [UInt8] { Array(text.utf8) }
    let verifier = BodyVerifier(reference: "")
    let call = Self.call(.search, 1)
    #expect(verifier.check(call, body(#"{"query":"a","count":1,"matches":[],"coverage":{"records":1}}"#)) == .nothingToCompare)
    #expect(verifier.check(call, body(#"{"query":"a","count":1,"matches":[],"coverage":{"records":2}}"#)) == .right)
    #expect(verifier.check(call, body(#"{"query":"a","count":2,"matches":[],"coverage":{"records":2}}"#)) == .wrong)
    #expect(verifier.check(call, body("x")) == .wrong)
    let request = Request("GET", Target(["search"], query: [.init("q", "a")]))
    let other = Call(
      key: Call.Key(operation: .request, index: 1), payload: .bus(service: "holocron.search", request), isUnique: false)
    #expect(verifier.check(other, body(#"{"count":1,"coverage":{"records":1}}"#)) == .nothingToCompare)
    #expect(verifier.check(other, body(#"{"count":1,"coverage":{"records":2}}"#)) == .right)
  }
}

extension BodyVerifier {
  fileprivate func check(_ call: Call, _ body: [UInt8]) -> Finding { check(call, Answer(status: 200, body: body)) }
}

struct BodyDigestTests {
  @Test func `a digest does not depend on how the body is cut`() {
    let body = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let whole = BodyDigest(body[...])
    for length in [1, 3, 7, 8, 9, 64, 999] {
      var cut = BodyDigest()
      for start in stride(from: 0, to: body.count, by: length) {
        body[start..<min(start + length, body.count)].withUnsafeBytes { cut.append($0) }
      }
      #expect(cut.value == whole.value)
      #expect(cut.byteCount == 1_000)
    }
    #expect(BodyDigest(body[1...]).value != whole.value)
  }
}
