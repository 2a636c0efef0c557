import OrderedJSON

/// Which key each request asks for.
enum KeyOrder: Sendable, Hashable {
  /// Every key is as likely as any other.
  case uniform
  /// Zipf's law with this exponent: few keys are asked for most of the time.
  case zipf(Double)
  /// One key after the other, then from the start again.
  case sequential
  /// The first `keys` keys get this share of the requests, from 0 to 1; the others share the rest.
  case hotSet(keys: Int, share: Double)
  /// A new key for every request, so that every request is a cache miss.
  case unique

  /// Parses `10:90%`: the number of hot keys and their share of the requests.
  static func parseHotSet(_ text: String) -> KeyOrder? {
    let halves = text.split(separator: ":", omittingEmptySubsequences: false)
    guard halves.count == 2, let keys = Int(digits: halves[0]), (1...100_000_000).contains(keys), halves[1].hasSuffix("%"),
      let percent = Decimal.parse(halves[1].dropLast()), percent <= 100
    else { return nil }
    return .hotSet(keys: keys, share: percent / 100)
  }
}

/// Picks the key of each request, in constant time.
struct KeyPicker: Sendable {
  private let order: KeyOrder
  private let count: Int
  private let zipf: ZipfSampler?

  /// - Parameter count: the number of keys, 1 or more.
  init(_ order: KeyOrder, count: Int) {
    self.order = order
    self.count = count
    zipf = if case .zipf(let exponent) = order { ZipfSampler(count: count, exponent: exponent) } else { nil }
  }

  /// Returns the index of the key for the request with this number: from 0 to the number of keys, or the number of the request itself for
  /// ``KeyOrder/unique``.
  func key(of number: Int, _ random: inout RandomStream) -> Int {
    switch order {
    case .uniform: return random.index(below: count)
    case .zipf: return (zipf?.rank(&random) ?? 1) - 1
    case .sequential: return number % count
    case .unique: return number
    case .hotSet(let keys, let share):
      guard keys < count else { return random.index(below: count) }
      let isHot = random.fraction() < share
      return isHot ? random.index(below: keys) : keys + random.index(below: count - keys)
    }
  }
}
