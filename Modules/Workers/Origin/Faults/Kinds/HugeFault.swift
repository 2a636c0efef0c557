import HTTPTypes
import NIOCore

/// Makes bodies huge with spaces after the JSON, which are valid.
struct HugeFault: Fault {
  static let name = "huge"
  static let usage = "huge SIZE"
  static let summary = "Make the body at least this large with spaces after the JSON, such as 100MiB"

  let size: Int

  init(_ words: FaultWords) throws(FaultSyntaxError) {
    var words = words
    size = try words.size(upTo: 1 << 40)
    try words.end()
  }

  var needsBody: Bool { true }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) {
    plan.fields[.contentLength] = nil
    plan.fields[.transferEncoding] = nil
    plan.isVerbatim = false
    plan.padding = max(0, size - plan.body.readableBytes)
  }
}
