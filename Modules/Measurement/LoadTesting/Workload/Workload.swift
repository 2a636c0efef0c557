/// The requests of a run. Each is computed from its number and the seed of the run, so it does not depend on timing, or on the order in which
/// front-ends ask.
struct Workload: Sendable {
  /// The requests of one operation.
  struct Part: Sendable {
    enum Source: Sendable {
      /// A key order picks from these, which must not be empty.
      case picked([Call.Payload], KeyOrder)
      /// The index of the payload for each request in turn, which must not be empty. After the last one, the first follows again.
      case sequence([Call.Payload], [Int])
      /// All requests are different: the function returns that with a number.
      case unique(@Sendable (Int) -> Call.Payload)
    }

    let operation: Operation
    let weight: Double
    private let source: Source
    private let picker: KeyPicker?

    init(_ operation: Operation, weight: Double, _ source: Source) {
      (self.operation, self.weight, self.source) = (operation, weight, source)
      picker = if case .picked(let payloads, let order) = source { KeyPicker(order, count: max(1, payloads.count)) } else { nil }
    }

    /// The number of keys; `nil` if every request has its own.
    var keyCount: Int? {
      switch source {
      case .picked(let payloads, _), .sequence(let payloads, _): payloads.count
      case .unique: nil
      }
    }

    /// Returns the payload of a key.
    func payload(_ key: Int) -> Call.Payload {
      switch source {
      case .picked(let payloads, _), .sequence(let payloads, _): payloads[key]
      case .unique(let generate): generate(key)
      }
    }

    fileprivate func call(_ number: Int, _ random: inout RandomStream) -> Call {
      let index =
        switch source {
        case .picked: picker?.key(of: number, &random) ?? 0
        case .sequence(_, let sequence): sequence[number % sequence.count]
        case .unique: number
        }
      return Call(key: Call.Key(operation: operation, index: index), payload: payload(index), isUnique: keyCount == nil)
    }
  }

  let parts: [Part]
  let seed: UInt64
  private let totalWeight: Double

  /// - Parameter parts: at least one.
  init(_ parts: [Part], seed: UInt64) {
    self.parts = parts
    self.seed = seed
    totalWeight = parts.reduce(0) { $0 + $1.weight }
  }

  /// Returns the request with this number.
  func call(_ number: Int) -> Call {
    var random = RandomStream(seed: seed, request: number)
    return part(&random).call(number, &random)
  }

  private func part(_ random: inout RandomStream) -> Part {
    guard parts.count > 1 else { return parts[0] }
    var rest = random.fraction() * totalWeight
    for part in parts.dropLast() {
      if rest < part.weight { return part }
      rest -= part.weight
    }
    return parts[parts.count - 1]
  }
}
