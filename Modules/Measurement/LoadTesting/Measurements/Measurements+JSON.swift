import OrderedJSON

/// The form in which the processes of a run send their measurements to the first one.
extension Measurements {
  var json: JSON {
    var object: JSON.Object = [
      "latency": latency.json, "service": service.json, "queueing": queueing.json, "sent": .number(sent), "errors": .number(errors),
      "verified": .number(verified), "wrong": .number(wrong), "missed": .number(missed), "latestSend": .number(latestSend),
      "waited": .number(waited), "withheld": .number(withheld), "bytes": .number(bytes), "answered": .number(answered),
      "statuses": Self.json(statuses), "cacheStatuses": Self.json(cacheStatuses),
    ]
    object["operations"] = .object(
      JSON.Object(operations.sorted { $0.key.rawValue < $1.key.rawValue }.map { ($0.key.rawValue, $0.value.json) }))
    object["examples"] = .array(examples.map { .string($0) })
    return .object(object)
  }

  /// Returns `nil` unless `json` has the form of ``json``.
  init?(_ json: JSON) {
    guard let latency = json["latency"].flatMap(LatencyHistogram.init), let service = json["service"].flatMap(LatencyHistogram.init),
      let queueing = json["queueing"].flatMap(LatencyHistogram.init), let statuses = json["statuses"].flatMap(Self.counts),
      let cacheStatuses = json["cacheStatuses"].flatMap(Self.counts), let operations = json["operations"]?.object,
      let examples = json["examples"]?.array?.compactMap(\.string), let numbers = Self.numbers(json)
    else { return nil }
    self.init(
      latency: latency, service: service, queueing: queueing, sent: numbers[0], errors: numbers[1], verified: numbers[2], wrong: numbers[3],
      missed: numbers[4], latestSend: numbers[5], waited: numbers[6], withheld: numbers[7], bytes: numbers[8],
      answered: numbers[9], statuses: statuses, cacheStatuses: cacheStatuses)
    for member in operations {
      guard let operation = Operation(rawValue: member.name), let measurements = OperationMeasurements(member.value) else { return nil }
      self.operations[operation] = measurements
    }
    for example in examples { addExample(example) }
  }

  /// Returns the counters in the order of the initializer; `nil` if one is missing or negative.
  private static func numbers(_ json: JSON) -> [Int]? {
    let names = ["sent", "errors", "verified", "wrong", "missed", "latestSend", "waited", "withheld", "bytes", "answered"]
    let numbers = names.compactMap { json[$0]?.int }.filter { $0 >= 0 }
    return numbers.count == names.count ? numbers : nil
  }

  private static func json(_ counts: [String: Int]) -> JSON {
    .object(JSON.Object(counts.sorted { $0.key < $1.key }.map { ($0.key, JSON.number($0.value)) }))
  }

  private static func counts(_ json: JSON) -> [String: Int]? {
    guard let object = json.object else { return nil }
    let counts = object.compactMap { member in member.value.int.map { (member.name, $0) } }
    return counts.count == object.count ? Dictionary(counts) { first, _ in first } : nil
  }
}

extension OperationMeasurements {
  fileprivate var json: JSON { ["latency": latency.json, "errors": .number(errors)] }

  fileprivate init?(_ json: JSON) {
    guard let latency = json["latency"].flatMap(LatencyHistogram.init), let errors = json["errors"]?.int, errors >= 0
    else { return nil }
    self.init(latency: latency, errors: errors)
  }
}

extension LatencyHistogram {
  /// The value and the count of each bucket in turn: `[1023,4,2047,1]`.
  fileprivate var json: JSON { .array(buckets.flatMap { [JSON.number($0.nanoseconds), JSON.number($0.count)] }) }

  fileprivate init?(_ json: JSON) {
    guard let numbers = json.array?.compactMap(\.int), numbers.count == json.array?.count, numbers.count.isMultiple(of: 2) else {
      return nil
    }
    self.init(buckets: stride(from: 0, to: numbers.count, by: 2).lazy.map { (nanoseconds: numbers[$0], count: numbers[$0 + 1]) })
  }
}
