import OrderedJSON

extension LoadReport {
  /// How well the generator kept its plan. If it was the bottleneck, the figures describe the generator instead of the target.
  struct Generator: ReportObject, Hashable {
    /// Requests that were sent more than 1 ms, and more than a tenth of their latency, after the time at which they could be sent: the intended
    /// one, or that at which an earlier request ended, if as many as allowed were outstanding.
    var missed = 0
    var sent = 0
    /// Requests that the plan asked for, without those ``withheld``; `nil` in a closed loop.
    var asked: Int?
    /// The largest delay of a send, in nanoseconds.
    var latestSend = 0
    /// Processor time of the busiest thread of the generator as a share of the time of the run, 0…1.
    var processorShare: Double?
    /// Requests that waited because the target kept as many as allowed outstanding.
    var waited = 0
    /// Requests that were never sent for this reason. No latency contains them.
    var withheld = 0

    enum Verdict: String, Sendable {
      case keptUp, wasBottleneck
      case unknown
    }

    static let members: [ReportMember<Self>] = [
      .init("missed", \.missed), .init("sent", \.sent), .init("asked", \.asked), .init("latestSend", \.latestSend),
      .init("processorShare", \.processorShare), .init("waited", \.waited), .init("withheld", \.withheld),
      .init(derived: "verdict") { .string($0.verdict.rawValue) }, .init(derived: "reasons") { $0.reasons.json },
    ]

    /// Share of requests that may be late or missing before the generator counts as the bottleneck.
    private static let allowedShare = 0.01
    /// Share of a processor from which a closed loop counts as limited by the generator.
    private static let busyShare = 0.95

    var verdict: Verdict {
      guard sent > 0 || (asked ?? 0) > 0 else { return .unknown }
      return reasons.isEmpty ? .keptUp : .wasBottleneck
    }

    /// Why the generator limited the load, as sentences without a full stop.
    var reasons: [String] {
      var reasons: [String] = []
      if Double(missed) > Double(sent) * Self.allowedShare {
        let share = Quantity.percent(Double(missed) / Double(max(1, sent)))
        reasons.append("\(share) of the requests were sent late, by more than a tenth of their latency")
      }
      if let asked, Double(sent) < Double(asked) * (1 - Self.allowedShare) {
        reasons.append("\(Quantity.count(sent)) of \(Quantity.count(asked)) requests were sent")
      }
      if asked == nil, let processorShare, processorShare >= Self.busyShare {
        reasons.append("a thread of the generator was busy \(Quantity.percent(processorShare)) of the time")
      }
      return reasons
    }

    /// The verdict as a sentence without a full stop.
    var text: String {
      switch verdict {
      case .keptUp where asked == nil: "was not the bottleneck"
      case .keptUp:
        "kept up: \(Quantity.count(missed, "request")) late; the latest was sent \(Quantity.duration(latestSend)) after its time"
      case .wasBottleneck: "was the bottleneck: " + reasons.joined(separator: "; ")
      case .unknown: "sent nothing"
      }
    }

    /// Which requests the target kept from being sent in time, as a sentence without a full stop; `nil` if there were none.
    var waiting: String? {
      guard waited > 0 || withheld > 0 else { return nil }
      let verdict = withheld == 1 ? "was never sent, and is" : "were never sent, and are"
      let lost = withheld > 0 ? "; \(Quantity.count(withheld)) \(verdict) in no latency" : ""
      return "\(Quantity.count(waited, "request")) waited, because as many as --outstanding allows had no answer\(lost)"
    }
  }
}
