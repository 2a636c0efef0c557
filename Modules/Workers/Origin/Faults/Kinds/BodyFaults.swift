import HTTPTypes
import NIOCore
import Text

/// Send bodies that are not JSON or huge, or wrong fields with a body as it should be.
enum BodyFaults {
  static let list = [
    FaultSyntax(
      "malformed", "[cut|empty|garbage|html|nested|utf8]", "Answer with a body that is not valid JSON (default: cut, the first half)"
    ) { words throws(OriginServerError) in
      let name = try words.choice(defects.map(\.name))
      return Fault { plan, occasion in
        let body = Array(plan.body.readableBytesView)
        for defect in defects where defect.name == name { plan.replaceBody(ByteBuffer(bytes: defect.body(body, &occasion.random))) }
      }
    },
    FaultSyntax("content-type", "TYPE", "Send this Content-Type with the unchanged body; quote it if it has spaces") {
      words throws(OriginServerError) in
      let type = try words.next("a type such as text/html") { HTTPField.isValidValue($0) ? $0 : nil }
      return Fault { plan, _ in plan.fields[.contentType] = type }
    },
    FaultSyntax("huge", "SIZE", "Make the body at least this large with spaces after the JSON, such as 100MiB") {
      words throws(OriginServerError) in
      let size = try words.size(upTo: 1 << 40)
      return Fault { plan, _ in
        plan.fields[.contentLength] = nil
        plan.fields[.transferEncoding] = nil
        plan.isVerbatim = false
        plan.padding = max(0, size - plan.body.readableBytes)
      }
    },
    FaultSyntax("clock", "+TIME|-TIME", "Send a Date that is ahead (+2h) or behind (-30d)") { words throws(OriginServerError) in
      let skew = try words.next("a time with a sign such as +2h or -30d") { word -> Duration? in
        // More than a thousand years has no date in HTTP's format.
        guard let sign = word.first, "+-".contains(sign), let time = DurationText.parse(String(word.dropFirst())),
          time <= .seconds(31_556_952_000)
        else { return nil }
        return sign == "-" ? .zero - time : time
      }
      return Fault(needsBody: false) { plan, _ in
        plan.clockSkew += skew
        plan.fields[.date] = nil
        plan.isVerbatim = false
      }
    },
  ]

  /// Bodies that are not JSON. Head and length are as they should be, so only a client that reads the body notices.
  static let defects: [(name: String, body: @Sendable ([UInt8], inout FaultRandom) -> [UInt8])] = [
    ("cut", { body, _ in Array(body[..<(body.count / 2)]) }),
    ("empty", { _, _ in [] }),
    ("garbage", { body, random in body.map { _ in UInt8.random(in: .min ... .max, using: &random) } }),
    ("html", { _, _ in Array("<!doctype html><title>Welcome</title><h1>Sign in to the network</h1>\n".utf8) }),
    ("nested", { _, _ in Array(repeating: UInt8(ascii: "["), count: 100_000) }),
    (
      "utf8",
      { body, _ in
        // Inside the first string.
        let cut = body.firstIndex(of: UInt8(ascii: "\"")).map { $0 + 1 } ?? body.endIndex
        return body[..<cut] + [0xC3, 0x28, 0xFF] + body[cut...]
      }
    ),
  ]
}
