/// The requests of a run. Each is computed from its number and the seed of the run, so it does not depend on timing, on the number of processes
/// or on the order in which front-ends ask.
struct Workload: Sendable {
  /// The requests of one operation.
  struct Part: Sendable {
    let operation: Operation
    let weight: Double
    private let picker: KeyPicker
    private let payloads: [Call.Payload]
    /// The index of the payload for each request in turn; `nil` if ``picker`` picks them.
    private let sequence: [Int]?
    private let generate: (@Sendable (Int) -> Call.Payload)?

    /// Creates requests that `order` picks from `payloads`, which must not be empty.
    init(_ operation: Operation, weight: Double, _ payloads: [Call.Payload], _ order: KeyOrder) {
      self.operation = operation
      self.weight = weight
      self.payloads = payloads
      picker = KeyPicker(order, count: max(1, payloads.count))
      sequence = nil
      generate = nil
    }

    /// Creates requests in a given order: `sequence` has the index in `payloads` for each, and must not be empty. After the last one, the first
    /// follows again.
    init(_ operation: Operation, weight: Double, _ payloads: [Call.Payload], sequence: [Int]) {
      self.operation = operation
      self.weight = weight
      self.payloads = payloads
      picker = KeyPicker(.sequential, count: max(1, payloads.count))
      self.sequence = sequence
      generate = nil
    }

    /// Creates requests that are all different: `generate` returns the request with a number.
    init(_ operation: Operation, weight: Double, unique generate: @escaping @Sendable (Int) -> Call.Payload) {
      self.operation = operation
      self.weight = weight
      payloads = []
      picker = KeyPicker(.unique, count: 1)
      sequence = nil
      self.generate = generate
    }

    /// The number of keys; `nil` if every request has its own.
    var keyCount: Int? { generate == nil ? payloads.count : nil }

    /// Returns the payload of a key.
    func payload(_ key: Int) -> Call.Payload { generate?(key) ?? payloads[key] }

    fileprivate func call(_ number: Int, _ random: inout RandomStream) -> Call {
      let index = if let sequence { sequence[number % sequence.count] } else { picker.key(of: number, &random) }
      return Call(key: Call.Key(operation: operation, index: index), payload: payload(index), isUnique: generate != nil)
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
