import Contracts
import Models

/// Undirected graph of the indexed records, with an edge for each reference.
struct ReferenceGraph: Sendable {
  let corpus: SearchCorpus
  var deadline = Deadline.none

  /// Returns a shortest path, or `nil` if either end is not indexed or no path exists. Of several shortest paths, returns the first in
  /// lexicographic order of its stops (by kind and ID) or, with `alternative`, the one with this number in that order, and their number.
  func path(from start: Reference, to end: Reference, alternative: Int? = nil) throws(Deadline.Exceeded) -> ReferencePath? {
    guard let first = corpus.position(of: start), let last = corpus.position(of: end),
      let distances = try distances(to: last, from: first)
    else { return nil }
    // The number of shortest paths from each record to the end.
    let counts = alternative.map { _ in self.counts(from: first, to: last, distances) }
    let total = counts.map { max(1, $0[first] ?? 1) }
    let number = alternative.flatMap { alternative in total.map { alternative % $0 } }
    var skipped = number ?? 0
    var steps: [ReferencePath.Step] = []
    var position = first
    while position != last {
      let next = closer(than: position, distances).first { neighbour in
        guard let own = counts?[neighbour], skipped >= own else { return true }
        skipped -= own
        return false
      }
      guard let next, let step = step(from: position, to: next) else { return nil }
      steps.append(step)
      position = next
    }
    return ReferencePath(from: .init(start, corpus.entries[first].name), steps: steps, alternative: number, alternatives: total)
  }

  /// The neighbours of a record that are one step closer to the end.
  private func closer(than position: Int, _ distances: [Int]) -> [Int] {
    corpus.links[position].neighbours.lazy.map { Int($0) }.filter { distances[$0] == distances[position] - 1 }
  }

  /// Returns the connection of two neighbours, which is named after a field of the first one if there is such a field.
  private func step(from position: Int, to next: Int) -> ReferencePath.Step? {
    func relation(from: Int, to: Int) -> String? {
      let entry = corpus.entries[from]
      return entry.fields.first { corpus.links[from].targets[$0.references].contains(Int32(to)) }?.key
    }
    let forward = relation(from: position, to: next)
    guard let relation = forward ?? relation(from: next, to: position) else { return nil }
    let entry = corpus.entries[next]
    return ReferencePath.Step(to: .init(entry.reference, entry.name), relation: relation, isReversed: forward == nil)
  }

  /// Returns the number of shortest paths to the end, at most ``ReferencePath/maxAlternatives``, for each record on one of them.
  private func counts(from start: Int, to end: Int, _ distances: [Int]) -> [Int: Int] {
    // The records on shortest paths by their distance, the farthest first.
    var layers = [[start]]
    while let layer = layers.last, let first = layer.first, distances[first] > 1 {
      var seen: Set<Int> = []
      layers.append(layer.flatMap { closer(than: $0, distances).filter { seen.insert($0).inserted } })
    }
    var counts = [end: 1]
    for position in layers.reversed().joined() where distances[position] > 0 {
      counts[position] = closer(than: position, distances).reduce(0) { min(ReferencePath.maxAlternatives, $0 + (counts[$1] ?? 0)) }
    }
    return counts
  }

  /// Returns the number of steps from each record to `end`, or -1 for records farther away than `start`; `nil` if `start` is unreachable.
  private func distances(to end: Int, from start: Int) throws(Deadline.Exceeded) -> [Int]? {
    var distances = [Int](repeating: -1, count: corpus.count)
    distances[end] = 0
    var frontier = [end]
    try deadline.check()
    while !frontier.isEmpty, distances[start] < 0 {
      var next: [Int] = []
      for position in frontier {
        try deadline.check(at: position)
        for neighbour in corpus.links[position].neighbours where distances[Int(neighbour)] < 0 {
          distances[Int(neighbour)] = distances[position] + 1
          next.append(Int(neighbour))
        }
      }
      frontier = next
    }
    return distances[start] < 0 ? nil : distances
  }
}
