import Testing

@testable import LoadTesting

struct KeyOrderTests {
  /// Returns how often each of `count` keys is picked for `requests` requests.
  private static func counts(_ order: KeyOrder, count: Int, requests: Int = 100_000) -> [Int] {
    let picker = KeyPicker(order, count: count)
    var counts = [Int](repeating: 0, count: count)
    for number in 0..<requests {
      var random = RandomStream(seed: 1, request: number)
      counts[picker.key(of: number, &random)] += 1
    }
    return counts
  }

  /// Compares with the expected counts by Pearson's statistic. With so many degrees of freedom it is normal: its mean is their number and its
  /// variance is twice that.
  private static func isPlausible(_ counts: [Int], _ weights: [Double]) -> Bool {
    let (total, weight) = (Double(counts.reduce(0, +)), weights.reduce(0, +))
    let statistic = zip(counts, weights).reduce(0.0) { sum, pair in
      let expected = total * pair.1 / weight
      return sum + (Double(pair.0) - expected) * (Double(pair.0) - expected) / expected
    }
    let degrees = Double(counts.count - 1)
    return abs(statistic - degrees) < 5 * (2 * degrees).squareRoot()
  }

  @Test func `uniform keys are equally likely`() {
    #expect(Self.isPlausible(Self.counts(.uniform, count: 260), [Double](repeating: 1, count: 260)))
  }

  @Test(arguments: [0.5, 1, 1.5, 3]) func `Zipf keys follow Zipf's law`(exponent: Double) {
    // Few enough keys that each is expected several times.
    let count = exponent > 1.5 ? 12 : 100
    let weights = (1...count).map { rank in
      let rank = Double(rank)
      return 1
        / (exponent == 3 ? rank * rank * rank : exponent == 0.5 ? rank.squareRoot() : exponent == 1 ? rank : rank * rank.squareRoot())
    }
    let counts = Self.counts(.zipf(exponent), count: count)
    #expect(Self.isPlausible(counts, weights))
    #expect(!Self.isPlausible(counts, [Double](repeating: 1, count: count)))
  }

  @Test func `some orders need no chance`() {
    #expect(Self.counts(.zipf(1.1), count: 1, requests: 100) == [100])
    var random = RandomStream(seed: 1, request: 0)
    let (sequential, unique) = (KeyPicker(.sequential, count: 3), KeyPicker(.unique, count: 1))
    let keys = (0..<7).map { sequential.key(of: $0, &random) } + [5, 70_000].map { unique.key(of: $0, &random) }
    #expect(keys == [0, 1, 2, 0, 1, 2, 0, 5, 70_000])
  }

  @Test func `the random numbers of requests are independent of one another`() {
    var first = RandomStream(seed: 1, request: 0)
    var second = RandomStream(seed: 1, request: 1)
    let (one, other) = ((0..<64).map { _ in first.next() }, (0..<64).map { _ in second.next() })
    #expect(Set(one).isDisjoint(with: other))
    var again = RandomStream(seed: 1, request: 0)
    let repeated = (0..<64).map { _ in again.next() }
    #expect(repeated == one)
  }
}
