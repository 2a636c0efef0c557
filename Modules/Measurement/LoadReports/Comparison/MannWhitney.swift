/// The Mann–Whitney U test: whether values of one sample tend to be larger than those of another. Makes no assumption about the shape of their
/// distributions.
struct MannWhitney: Equatable {
  /// The number of pairs in which the value of the first sample is larger; ties count one half.
  let statistic: Double
  /// The two-sided probability of a difference at least as large between samples of the same distribution, by the normal approximation with
  /// corrections for ties and continuity.
  let probability: Double

  /// Returns `nil` if a sample is empty. Takes time for one sort.
  init?(_ first: [Double], _ second: [Double]) {
    guard !first.isEmpty, !second.isEmpty else { return nil }
    let values = (first.map { ($0, true) } + second.map { ($0, false) }).sorted { $0.0 < $1.0 }
    let (m, n, total) = (Double(first.count), Double(second.count), Double(values.count))
    var rankSum = 0.0
    var ties = 0.0
    var start = 0
    while start < values.count {
      var end = start
      while end < values.count, values[end].0 == values[start].0 { end += 1 }
      let size = Double(end - start)
      // Equal values share the mean of their ranks, which begin at 1.
      let rank = Double(start + end + 1) / 2
      for index in start..<end where values[index].1 { rankSum += rank }
      ties += size * size * size - size
      start = end
    }
    statistic = rankSum - m * (m + 1) / 2
    let variance = m * n / 12 * (total + 1 - ties / (total * max(1, total - 1)))
    let deviation = max(0, (statistic - m * n / 2).magnitude - 0.5)
    probability = variance > 0 ? MathFunctions.twoSidedProbability(deviation / variance.squareRoot()) : 1
  }
}
