public import OrderedJSON

extension LoadReport {
  /// No report that this program writes is larger.
  public static let maximumBytes = 128 << 20

  /// Reads a report as ``json`` writes it. Ignores members with unknown names.
  /// - Throws: `ReportError` with a message that says what is wrong, without the name of the file.
  public init(parsing bytes: [UInt8]) throws(ReportError) {
    guard bytes.count <= Self.maximumBytes else {
      throw ReportError(.tooLarge, "larger than any report (\(Quantity.bytes(bytes.count)))")
    }
    let json: JSON
    do { json = try JSON(parsing: bytes) } catch { throw ReportError(.notJSON, error.description, cause: error) }
    try self.init(json)
  }

  /// Reads a report from its JSON.
  public init(_ json: JSON) throws(ReportError) {
    guard json["schema"]?.string == Self.schema else {
      throw ReportError(.notReport, "not a report of holocron-load: expected \"schema\": \"\(Self.schema)\"")
    }
    guard let version = json["version"]?.int, version > 0 else {
      throw ReportError(.notReport, "not a report of holocron-load: expected \"version\": \(Self.version)")
    }
    guard version <= Self.version else {
      throw ReportError(
        .newerVersion, "a report of version \(version), but this program reads up to version \(Self.version); update holocron-load")
    }
    try self.init(ReportReader(json: json, path: ""))
  }

  private init(_ reader: ReportReader) throws(ReportError) {
    self.init(
      program: try reader.member("program").text(),
      command: try reader.member("command").list { element throws(ReportError) in try element.text() },
      started: try reader.member("started").text(),
      ending: try Ending(reader),
      machine: try Machine(reader.member("machine")),
      target: try Target(reader.member("target")),
      loop: try Loop(reader),
      options: try reader.member("options").list { element throws(ReportError) in
        Option(name: try element.member("name").text(), value: try element.member("value").text())
      },
      stages: try reader.member("stages").list { element throws(ReportError) in
        Stage(rate: try element.member("rate").number(), duration: try element.member("seconds").number())
      },
      seconds: try reader.optional("seconds")?.number(),
      intervals: try reader.member("intervals").list { element throws(ReportError) in try Interval(element) },
      latency: try reader.member("latency").distribution(),
      service: try reader.member("service").distribution(),
      queueing: try reader.member("queueing").distribution(),
      statuses: try reader.member("statuses").tally(),
      cacheStatuses: try reader.member("cacheStatuses").tally(),
      operations: try reader.member("operations").list { element throws(ReportError) in try Operation(element) },
      verification: try Self.verification(reader.optional("verification")),
      generator: try Generator(reader.member("generator")),
      checks: try reader.member("checks").list { element throws(ReportError) in
        Check(
          condition: try element.member("condition").text(), measured: try element.member("measured").text(),
          isCrossed: try element.member("crossed").flag())
      },
      limitSearch: try Self.limitSearch(reader.optional("limitSearch")))
  }

  private static func verification(_ reader: ReportReader?) throws(ReportError) -> Verification? {
    guard let reader else { return nil }
    return Verification(
      reference: try reader.member("reference").text(), verified: try reader.member("verified").integer(),
      wrong: try reader.member("wrong").integer(),
      examples: try reader.member("examples").list { element throws(ReportError) in try element.text() })
  }

  private static func limitSearch(_ reader: ReportReader?) throws(ReportError) -> LimitSearch? {
    guard let reader else { return nil }
    return LimitSearch(
      objective: try reader.member("objective").text(),
      steps: try reader.member("steps").list { element throws(ReportError) in
        LimitSearch.Step(
          rate: try element.member("rate").number(), measured: try element.member("measured").text(),
          isKept: try element.member("kept").flag())
      },
      rate: try reader.optional("rate")?.number(), reason: try reader.member("reason").text())
  }
}

extension LoadReport.Ending {
  fileprivate init(_ reader: ReportReader) throws(ReportError) {
    switch try reader.member("ending").text() {
    case "completed": self = .completed
    case "interrupted": self = .interrupted
    case "aborted": self = .aborted(try reader.member("endingReason").text())
    case let other: throw ReportError(.invalidMember, "not a valid report: unknown ending '\(other)'")
    }
  }
}

extension LoadReport.Loop {
  fileprivate init(_ reader: ReportReader) throws(ReportError) {
    switch try reader.member("loop").text() {
    case "open": self = .open
    case "closed": self = .closed(outstanding: try reader.member("outstanding").integer())
    case let other: throw ReportError(.invalidMember, "not a valid report: unknown loop '\(other)'")
    }
  }
}

extension LoadReport.Machine {
  fileprivate init(_ reader: ReportReader) throws(ReportError) {
    self.init(
      cores: try reader.optional("cores")?.integer(), model: try reader.member("model").text(),
      memory: try reader.optional("memoryBytes")?.integer(), kernel: try reader.member("kernel").text(),
      load: try reader.member("load").list { element throws(ReportError) in try element.number() })
  }
}

extension LoadReport.Target {
  fileprivate init(_ reader: ReportReader) throws(ReportError) {
    self.init(
      name: try reader.member("name").text(), address: try reader.member("address").text(), requests: try reader.member("requests").text())
  }
}

extension LoadReport.Interval {
  fileprivate init(_ reader: ReportReader) throws(ReportError) {
    self.init(
      start: try reader.member("start").number(), duration: try reader.member("seconds").number(),
      isWarmUp: try reader.member("warmUp").flag(), intendedRate: try reader.optional("intendedRate")?.number(),
      sent: try reader.member("sent").integer(), done: try reader.member("done").integer(),
      errors: try reader.member("errors").integer(), missed: try reader.member("missed").integer(),
      latency: try reader.member("latency").distribution(), service: try reader.member("service").distribution(),
      cacheStatuses: try reader.member("cacheStatuses").tally())
  }
}

extension LoadReport.Operation {
  fileprivate init(_ reader: ReportReader) throws(ReportError) {
    self.init(
      name: try reader.member("name").text(), done: try reader.member("done").integer(), errors: try reader.member("errors").integer(),
      latency: try reader.member("latency").distribution())
  }
}

extension LoadReport.Generator {
  fileprivate init(_ reader: ReportReader) throws(ReportError) {
    self.init(
      missed: try reader.member("missed").integer(), sent: try reader.member("sent").integer(),
      asked: try reader.optional("asked")?.integer(),
      latestSend: try reader.member("latestSend").integer(), processorShare: try reader.optional("processorShare")?.number(),
      waited: try reader.member("waited").integer(), withheld: try reader.member("withheld").integer())
  }
}
