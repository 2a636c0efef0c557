import Contracts
import Models

/// Undirected graph of the indexed records, with an edge for each reference.
struct ReferenceGraph: Sendable {
  /// Directed half of a connection between two records.
  private struct Edge: Sendable {
    let to: Int32
    let relation: FieldKeys.ID
    let isReversed: Bool
  }

  private let corpus: SearchCorpus
  /// Edges of each record, by position in the corpus: one edge for each neighbour, sorted by kind and ID.
  private let edges: [[Edge]]

  /// Reads every reference of the corpus; stops at `deadline`.
  init(_ corpus: SearchCorpus, until deadline: Deadline = .none) throws(Deadline.Exceeded) {
    self.corpus = corpus
    var edges = [[Edge]](repeating: [], count: corpus.count)
    // Forward references first: a connection is named after the field of the record where it starts, if there is one.
    for isReversed in [false, true] {
      for position in 0..<corpus.count {
        try deadline.check(at: position)
        var places = corpus.columns.fieldPlaces(position)
        while places.index < places.end {
          let field = corpus.columns.fields.elements[places.index]
          for index in places.reference..<places.reference + field.referenceCount {
            let target = Int(corpus.links.targets[index])
            guard target >= 0, target != position else { continue }
            let (from, to) = isReversed ? (target, position) : (position, target)
            edges[from].append(Edge(to: Int32(to), relation: field.key, isReversed: isReversed))
          }
          places.advance(past: field)
        }
      }
    }
    self.edges = try edges.enumerated().map { (position, all) throws(Deadline.Exceeded) in
      try deadline.check(at: position)
      var seen: Set<Int32> = []
      return all.filter { seen.insert($0.to).inserted }.sorted { $0.to < $1.to }
    }
  }

  /// Returns a shortest path, or `nil` if either end is not indexed or no path exists. Of several shortest paths, returns the first in
  /// lexicographic order of its stops (by kind and ID) or, with `alternative`, the one with this number in that order, and their number.
  func path(from start: Reference, to end: Reference, alternative: Int? = nil) -> ReferencePath? {
    guard let first = corpus.position(of: start), let last = corpus.position(of: end), let distances = distances(to: last, from: first)
    else {
      return nil
    }
    var steps: [ReferencePath.Step] = []
    var position = first
    var counts = alternative.map { _ in [last: 1] }
    let total = counts != nil ? count(from: first, distances, &counts) : nil
    // The number of paths to skip.
    var skipped = total.map { (alternative ?? 0) % $0 } ?? 0
    let number = alternative.map { _ in skipped }
    while position != last {
      let next = edges[position].first { edge in
        guard distances[Int(edge.to)] == distances[position] - 1 else { return false }
        guard let own = counts?[Int(edge.to)], skipped >= own else { return true }
        skipped -= own
        return false
      }
      guard let edge = next else { return nil }
      position = Int(edge.to)
      let stop = ReferencePath.Node(corpus.reference(at: position), corpus.name(at: position))
      let relation = corpus.vocabulary.fieldKeys[edge.relation].key.key
      steps.append(.init(to: stop, relation: relation, isReversed: edge.isReversed))
    }
    return ReferencePath(from: .init(start, corpus.name(at: first)), steps: steps, alternative: number, alternatives: total)
  }

  /// Returns the number of shortest paths from `start`, at least 1 and at most ``ReferencePath/maxAlternatives``, and stores the numbers of the
  /// records in between in `counts`.
  private func count(from start: Int, _ distances: [Int], _ counts: inout [Int: Int]?) -> Int {
    // The records on shortest paths by their distance, the farthest first.
    var layers = [[start]]
    while let layer = layers.last, let first = layer.first, distances[first] > 1 {
      var seen: Set<Int> = []
      layers.append(
        layer.flatMap { position in
          edges[position].map { Int($0.to) }.filter { distances[$0] == distances[position] - 1 && seen.insert($0).inserted }
        })
    }
    for position in layers.reversed().joined() where distances[position] > 0 {
      let sum = edges[position].reduce(0) { sum, edge in
        let to = Int(edge.to)
        return distances[to] == distances[position] - 1 ? min(ReferencePath.maxAlternatives, sum + (counts?[to] ?? 0)) : sum
      }
      counts?[position] = sum
    }
    return max(1, counts?[start] ?? 1)
  }

  /// Returns the number of steps from each record to `end`, or -1 for records farther away than `start`; `nil` if `start` is unreachable.
  private func distances(to end: Int, from start: Int) -> [Int]? {
    var distances = [Int](repeating: -1, count: edges.count)
    distances[end] = 0
    var frontier = [end]
    while !frontier.isEmpty, distances[start] < 0 {
      var next: [Int] = []
      for position in frontier {
        for edge in edges[position] where distances[Int(edge.to)] < 0 {
          distances[Int(edge.to)] = distances[position] + 1
          next.append(Int(edge.to))
        }
      }
      frontier = next
    }
    return distances[start] < 0 ? nil : distances
  }
}
