import Contracts
import Models

/// Undirected graph of the indexed records, with an edge for each reference.
struct ReferenceGraph: Sendable {
  /// Directed half of a connection between two records.
  private struct Edge: Sendable {
    let to: Int
    let relation: String
    let isReversed: Bool
  }

  private let corpus: SearchCorpus
  /// Edges of each record, by position in the corpus: one edge for each neighbour, sorted by kind and ID.
  private let edges: [[Edge]]

  /// Reads every reference of the corpus; stops at `deadline`.
  init(_ corpus: SearchCorpus, until deadline: Deadline = .none) throws(Deadline.Exceeded) {
    self.corpus = corpus
    var edges = [[Edge]](repeating: [], count: corpus.documents.count)
    // Forward references first: a connection is named after the field of the record where it starts, if there is one.
    for isReversed in [false, true] {
      for (position, document) in corpus.documents.enumerated() {
        try deadline.check(at: position)
        for field in document.fields {
          guard case .references(let references) = field.content else { continue }
          for target in references.compactMap({ corpus.position(of: $0) }) where target != position {
            let (from, to) = isReversed ? (target, position) : (position, target)
            edges[from].append(Edge(to: to, relation: field.key, isReversed: isReversed))
          }
        }
      }
    }
    self.edges = try edges.enumerated().map { (position, all) throws(Deadline.Exceeded) in
      try deadline.check(at: position)
      var seen: Set<Int> = []
      return all.filter { seen.insert($0.to).inserted }.sorted { $0.to < $1.to }
    }
  }

  /// Returns a shortest path, or `nil` if either end is not indexed or no path exists. Of several shortest paths, returns the first in
  /// lexicographic order of its stops (by kind and ID).
  func path(from start: Reference, to end: Reference) -> ReferencePath? {
    guard let first = corpus.position(of: start), let last = corpus.position(of: end), let distances = distances(to: last, from: first)
    else {
      return nil
    }
    var steps: [ReferencePath.Step] = []
    var position = first
    while position != last {
      guard let edge = edges[position].first(where: { distances[$0.to] == distances[position] - 1 }) else { return nil }
      let document = corpus.documents[edge.to]
      let stop = ReferencePath.Node(document.reference, document.name)
      steps.append(.init(to: stop, relation: edge.relation, isReversed: edge.isReversed))
      position = edge.to
    }
    return ReferencePath(from: .init(start, corpus.documents[first].name), steps: steps)
  }

  /// Returns the number of steps from each record to `end`, or -1 for records farther away than `start`; `nil` if `start` is unreachable.
  private func distances(to end: Int, from start: Int) -> [Int]? {
    var distances = [Int](repeating: -1, count: edges.count)
    distances[end] = 0
    var frontier = [end]
    while !frontier.isEmpty, distances[start] < 0 {
      var next: [Int] = []
      for position in frontier {
        for edge in edges[position] where distances[edge.to] < 0 {
          distances[edge.to] = distances[position] + 1
          next.append(edge.to)
        }
      }
      frontier = next
    }
    return distances[start] < 0 ? nil : distances
  }
}
