extension Comparison {
  /// Reasons why the runs may not be comparable, one sentence each without a full stop.
  public var differences: [String] {
    var differences: [String] = []
    func compare<Value: Equatable>(_ name: String, _ path: (LoadReport) -> Value, _ text: (Value) -> String) {
      let (before, after) = (path(old), path(new))
      if before != after { differences.append("the \(name) differs: \(text(before)) and \(text(after))") }
    }
    compare("target", \.target.name) { $0 }
    compare("request", \.target.requests) { $0.isEmpty ? "none named" : $0 }
    compare("kind of loop", \.loop.text) { $0 }
    compare("plan", \.stages) { $0.isEmpty ? "none" : $0.text }
    let (before, after) = (Self.options(of: old), Self.options(of: new))
    for name in Set(before.keys).union(after.keys).sorted() where before[name] != after[name] {
      differences.append("the option \(name) differs: \(before[name] ?? "not given") and \(after[name] ?? "not given")")
    }
    compare("processor", \.machine.model) { $0.isEmpty ? "unknown" : $0 }
    compare("number of cores", \.machine.cores) { $0.map { "\($0)" } ?? "unknown" }
    for (name, report) in [(names.old, old), (names.new, new)] {
      if report.ending != .completed { differences.append("\(name) is of a run that was \(report.ending.name)") }
      if case .wasBottleneck = report.generator.verdict { differences.append("the generator was the bottleneck of \(name)") }
      if !BlockSample(report).isSufficient {
        differences.append("\(name) has fewer than \(BlockSample.minimumBlocks) intervals, too few to tell a change from noise")
      }
    }
    return differences
  }

  /// The options of a run by their names, without the seed, which is another for each run.
  private static func options(of report: LoadReport) -> [String: String] {
    var options: [String: String] = [:]
    for option in report.options where option.name != "--seed" { options[option.name] = option.value.isEmpty ? "given" : option.value }
    return options
  }
}

extension LoadReport.Loop {
  /// `open loop`, or `closed loop of 64`.
  var text: String {
    switch self {
    case .open: "open loop"
    case .closed(let outstanding): "closed loop of \(Quantity.count(outstanding))"
    }
  }
}

extension [LoadReport.Stage] {
  /// The rate of a plan that has only one; `nil` for others. A run also waits for its last answers, so that its average is lower.
  var constantRate: Double? {
    guard let first = self.first, first.duration == 0, allSatisfy({ $0.rate == first.rate }) else { return nil }
    return first.rate
  }

  /// `100/s at once, then to 1,000/s in 30 s, then 1,000/s for 10 s`
  var text: String {
    var parts: [String] = []
    var current = 0.0
    for (index, stage) in enumerated() {
      let (rate, length) = (Quantity.rate(stage.rate), Quantity.seconds(stage.duration))
      if stage.duration > 0 {
        parts.append(stage.rate == current ? "\(rate) for \(length)" : "to \(rate) in \(length)")
      } else if index + 1 == count || self[index + 1].rate != stage.rate {
        parts.append("\(rate) at once")
      }
      current = stage.rate
    }
    return parts.joined(separator: ", then ")
  }
}
