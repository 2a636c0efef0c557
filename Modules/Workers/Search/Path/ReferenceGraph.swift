import Contracts
import Models

/// The indexed records and what connects them, whichever of the two points to the other.
struct ReferenceGraph: Sendable {
  /// A way from one record to a neighbour.
  private struct Edge: Sendable {
    let to: Int
    let relation: String
    let isReversed: Bool
  }

  private let library: Library
  /// By place in the library, neighbours in the order of kinds and numbers, each once.
  private let edges: [[Edge]]

  /// Costs all references of the library, so `deadline` ends it.
  init(_ library: Library, until deadline: Deadline = .none) throws(Deadline.Passed) {
    self.library = library
    var edges = [[Edge]](repeating: [], count: library.documents.count)
    // A record's own fields name a connection better than those of the record it leads to.
    for isReversed in [false, true] {
      for (place, document) in library.documents.enumerated() {
        try deadline.check(at: place)
        for field in document.fields {
          guard case .references(let references) = field.content else { continue }
          for target in references.compactMap({ library.place(of: $0) }) where target != place {
            let (from, to) = isReversed ? (target, place) : (place, target)
            edges[from].append(Edge(to: to, relation: field.key, isReversed: isReversed))
          }
        }
      }
    }
    self.edges = try edges.enumerated().map { (place, all) throws(Deadline.Passed) in
      try deadline.check(at: place)
      var seen: Set<Int> = []
      return all.filter { seen.insert($0.to).inserted }.sorted { $0.to < $1.to }
    }
  }

  /// A shortest path. Among equally short ones the one whose stops come first, by kind and number, one stop after the other.
  /// `nil` when one end is not indexed or nothing connects the two.
  func path(from start: Reference, to end: Reference) -> ReferencePath? {
    guard let first = library.place(of: start), let last = library.place(of: end), let distances = distances(to: last, from: first) else {
      return nil
    }
    var steps: [ReferencePath.Step] = []
    var place = first
    while place != last {
      guard let edge = edges[place].first(where: { distances[$0.to] == distances[place] - 1 }) else { return nil }
      let document = library.documents[edge.to]
      let stop = ReferencePath.Stop(document.reference, document.name)
      steps.append(.init(to: stop, relation: edge.relation, isReversed: edge.isReversed))
      place = edge.to
    }
    return ReferencePath(from: .init(start, library.documents[first].name), steps: steps)
  }

  /// How many steps it is to `end`, for all records that are not farther than `start`; others have a negative number.
  private func distances(to end: Int, from start: Int) -> [Int]? {
    var distances = [Int](repeating: -1, count: edges.count)
    distances[end] = 0
    var front = [end]
    while !front.isEmpty, distances[start] < 0 {
      var next: [Int] = []
      for place in front {
        for edge in edges[place] where distances[edge.to] < 0 {
          distances[edge.to] = distances[place] + 1
          next.append(edge.to)
        }
      }
      front = next
    }
    return distances[start] < 0 ? nil : distances
  }
}
