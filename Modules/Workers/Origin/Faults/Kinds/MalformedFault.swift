import HTTPTypes
import NIOCore

/// Answers with a body that is not JSON. Head and length are as they should be, so only a client that reads the body notices.
struct MalformedFault: Fault {
  enum Defect: String, CaseIterable {
    /// The first half of the body.
    case cut
    /// No bytes.
    case empty
    /// Random bytes, as many as in the body.
    case garbage
    /// A web page, under the type of the body.
    case html
    /// Arrays nested 100,000 deep.
    case nested
    /// Bytes that are not UTF-8 inside the first string.
    case utf8
  }

  static let syntaxes = [
    FaultSyntax(
      "malformed", "[cut|empty|garbage|html|nested|utf8]", "Answer with a body that is not valid JSON (default: cut, the first half)"
    ) { words throws(FaultSyntaxError) in
      MalformedFault(defect: Defect(rawValue: try words.choice(Defect.allCases.map(\.rawValue))) ?? .cut)
    }
  ]

  let defect: Defect

  var needsBody: Bool { true }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) {
    let length = plan.body.readableBytes
    switch defect {
    case .cut: plan.replaceBody(plan.body.getSlice(at: plan.body.readerIndex, length: length / 2) ?? ByteBuffer())
    case .empty: plan.replaceBody(ByteBuffer())
    case .garbage:
      var random = occasion.random
      plan.replaceBody(ByteBuffer(bytes: (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }))
      occasion.random = random
    case .html: plan.replaceBody(ByteBuffer(string: "<!doctype html><title>Welcome</title><h1>Sign in to the network</h1>\n"))
    case .nested: plan.replaceBody(ByteBuffer(repeating: UInt8(ascii: "["), count: 100_000))
    case .utf8:
      let bytes = Array(plan.body.readableBytesView)
      let cut = bytes.firstIndex(of: UInt8(ascii: "\"")).map { $0 + 1 } ?? bytes.endIndex
      plan.replaceBody(ByteBuffer(bytes: bytes[..<cut] + [0xC3, 0x28, 0xFF] + bytes[cut...]))
    }
  }
}
