public import OrderedJSON

extension LoadReport {
  /// The value of the member `schema`.
  public static let schema = "holocron-load-report"
  /// The version of the form that ``json`` has. A version that readers of the previous one would misread has a higher number.
  public static let version = 1

  /// The report as `REPORT.md` describes it.
  public var json: JSON {
    var json: JSON.Object = [
      "schema": .string(Self.schema), "version": .number(Self.version), "program": .string(program),
      "command": .array(command.map(JSON.string)), "started": .string(started), "ending": .string(ending.name),
    ]
    if case .aborted(let reason) = ending { json["endingReason"] = .string(reason) }
    json["machine"] = machine.json
    json["target"] = ["name": .string(target.name), "address": .string(target.address), "requests": .string(target.requests)]
    switch loop {
    case .open: json["loop"] = "open"
    case .closed(let outstanding):
      json["loop"] = "closed"
      json["outstanding"] = .number(outstanding)
    }
    json["options"] = .array(options.map { ["name": .string($0.name), "value": .string($0.value)] })
    json["stages"] = .array(stages.map { ["rate": .number($0.rate), "seconds": .number($0.duration)] })
    json["seconds"] = seconds.map { .number($0) }
    json["totals"] = totals.json
    json["latency"] = latency.json
    json["service"] = service.json
    json["queueing"] = queueing.json
    json["statuses"] = statuses.json
    json["cacheStatuses"] = cacheStatuses.json
    json["operations"] = .array(
      operations.map {
        ["name": .string($0.name), "done": .number($0.done), "errors": .number($0.errors), "latency": $0.latency.json]
      })
    json["verification"] = verification?.json
    json["generator"] = generator.json
    json["checks"] = .array(
      checks.map { ["condition": .string($0.condition), "measured": .string($0.measured), "crossed": .bool($0.isCrossed)] })
    json["limitSearch"] = limitSearch?.json
    json["intervals"] = .array(intervals.map(\.json))
    return .object(json)
  }

  /// The file `--report NAME.json`: one line of JSON.
  public var jsonFile: [UInt8] { json.bytes() + [0x0A] }
}

extension LoadReport.Ending {
  var name: String {
    switch self {
    case .completed: "completed"
    case .interrupted: "interrupted"
    case .aborted: "aborted"
    }
  }
}

extension LoadReport.Machine {
  /// The member `machine` of a report.
  public var json: JSON {
    [
      "cores": cores.map { .number($0) } ?? .null, "model": .string(model), "memoryBytes": memory.map { .number($0) } ?? .null,
      "kernel": .string(kernel), "load": .array(load.map { .number($0) }),
    ]
  }
}

extension LoadReport.Totals {
  fileprivate var json: JSON {
    [
      "seconds": .number(duration), "asked": asked.map { .number($0) } ?? .null, "sent": .number(sent), "done": .number(done),
      "errors": .number(errors), "missed": .number(missed), "doneRate": .number(doneRate),
    ]
  }
}

extension LatencyDistribution {
  /// The quantiles that reports contain, by name.
  static let percentiles: [(name: String, quantile: Double)] = [
    ("p50", 0.5), ("p90", 0.9), ("p95", 0.95), ("p99", 0.99), ("p99.9", 0.999), ("p99.99", 0.9999),
  ]

  fileprivate var json: JSON {
    var json: JSON.Object = ["count": .number(count), "min": .number(minimum), "mean": .number(mean)]
    for (name, quantile) in Self.percentiles { json[name] = .number(value(at: quantile)) }
    json["max"] = .number(maximum)
    json["values"] = .array(buckets.map { .number($0.value) })
    json["counts"] = .array(buckets.map { .number($0.count) })
    return .object(json)
  }
}

extension LoadReport.Tally {
  fileprivate var json: JSON { .array(entries.map { ["label": .string($0.label), "count": .number($0.count)] }) }
}

extension LoadReport.Verification {
  fileprivate var json: JSON {
    [
      "reference": .string(reference), "verified": .number(verified), "wrong": .number(wrong),
      "examples": .array(examples.map(JSON.string)),
    ]
  }
}

extension LoadReport.Generator {
  fileprivate var json: JSON {
    let (name, reasons): (String, [String]) =
      switch verdict {
      case .keptUp: ("keptUp", [])
      case .wasBottleneck(let reasons): ("wasBottleneck", reasons)
      case .unknown: ("unknown", [])
      }
    return [
      "missed": .number(missed), "sent": .number(sent), "asked": asked.map { .number($0) } ?? .null,
      "latestSend": .number(latestSend), "processorShare": processorShare.map { .number($0) } ?? .null,
      "waited": .number(waited), "withheld": .number(withheld), "verdict": .string(name), "reasons": .array(reasons.map(JSON.string)),
    ]
  }
}

extension LoadReport.LimitSearch {
  fileprivate var json: JSON {
    [
      "objective": .string(objective),
      "steps": .array(steps.map { ["rate": .number($0.rate), "measured": .string($0.measured), "kept": .bool($0.isKept)] }),
      "rate": rate.map { .number($0) } ?? .null, "reason": .string(reason),
    ]
  }
}

extension LoadReport.Interval {
  fileprivate var json: JSON {
    [
      "start": .number(start), "seconds": .number(duration), "warmUp": .bool(isWarmUp),
      "intendedRate": intendedRate.map { .number($0) } ?? .null, "sent": .number(sent), "done": .number(done), "errors": .number(errors),
      "missed": .number(missed), "latency": latency.json, "service": service.json, "cacheStatuses": cacheStatuses.json,
    ]
  }
}
