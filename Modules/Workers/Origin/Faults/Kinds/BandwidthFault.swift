/// Sends bodies at a limited rate. The limit holds for each response by itself.
struct BandwidthFault: Fault {
  static let name = "bandwidth"
  static let usage = "bandwidth SIZE"
  static let summary = "Send the body at SIZE bytes a second, evenly"

  let bytesPerSecond: Int

  init(_ words: FaultWords) throws(FaultSyntaxError) {
    var words = words
    bytesPerSecond = try words.size(upTo: 1 << 30)
    try words.end()
  }

  func apply(to plan: inout ResponsePlan, _ occasion: inout FaultOccasion) { plan.pace = .rate(bytesPerSecond) }
}
