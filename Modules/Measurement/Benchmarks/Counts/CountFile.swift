import OrderedJSON

/// The counts that later ones are compared with, as `COUNTS.json` keeps them.
public struct CountFile: Sendable, Hashable {
  /// Compiler, architecture and libzmq; counts of others are not comparable.
  public let platform: String
  public let counts: [MessageCount]

  public init(platform: String, counts: [MessageCount]) {
    self.platform = platform
    self.counts = counts
  }

  /// Throws if this is not the JSON of counts.
  public init(parsing bytes: [UInt8]) throws(BenchmarkError) {
    let json: JSON
    do { json = try JSON(parsing: bytes) } catch { throw BenchmarkError("\(error)") }
    guard let platform = json["platform"]?.string, let list = json["counts"]?.array else {
      throw BenchmarkError("not valid counts: 'platform' or 'counts' is missing")
    }
    var counts: [MessageCount] = []
    for (index, element) in list.enumerated() {
      guard let name = element["name"]?.string, let instructions = element["instructions"]?.double,
        let allocations = element["allocations"]?.double
      else { throw BenchmarkError("not valid counts: counts[\(index)]") }
      counts.append(MessageCount(name, instructions: instructions, allocations: allocations))
    }
    self.init(platform: platform, counts: counts)
  }

  /// The text of the file, one member per line so that a diff shows what changed. Counts are rounded so that most runs give the same text.
  public var bytes: [UInt8] {
    let list = counts.map { count -> JSON in
      [
        "name": .string(count.name), "instructions": .number(Int((count.instructions / 10).rounded()) * 10),
        "allocations": .number((count.allocations * 10).rounded() / 10),
      ]
    }
    let json: JSON = ["platform": .string(platform), "counts": .array(list)]
    return json.bytes(.indented) + [0x0A]
  }
}
