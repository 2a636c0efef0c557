import HTTPTypes
import NIOCore

/// Makes bodies huge with spaces after the JSON, which are valid.
struct HugeFault: Fault {
  static let syntaxes = [
    FaultSyntax(
      "huge", "SIZE", "Make the body at least this large with spaces after the JSON, such as 100MiB"
    ) { words throws(FaultSyntaxError) in
      HugeFault(size: try words.size(upTo: 1 << 40))
    }
  ]

  let size: Int

  var needsBody: Bool { true }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) {
    plan.fields[.contentLength] = nil
    plan.fields[.transferEncoding] = nil
    plan.isVerbatim = false
    plan.padding = max(0, size - plan.body.readableBytes)
  }
}
