/// Explores all states of a world, breadth first, so that the first violation found has a shortest path.
struct StateSearch {
  struct Report: CustomStringConvertible {
    var states = 1
    var steps = 0
    /// Number of events on the longest of the shortest paths.
    var depth = 0
    var brokerStates = 0
    /// Whether every reachable state was visited.
    var isComplete = false
    var counterexample: Counterexample?

    var description: String {
      "\(states) states, \(steps) steps, \(depth) events deep, \(brokerStates) states of the broker\(isComplete ? "" : ", not all states")"
    }
  }

  /// How an invariant is violated.
  struct Counterexample: CustomStringConvertible {
    let violation: Violation
    let path: [String]

    var description: String {
      (path.enumerated().map { "\($0 + 1). \($1)" } + ["violated: \(violation)"]).joined(separator: "\n")
    }
  }

  private struct Visit {
    let parent: Int
    let event: WorldEvent?
    let depth: Int
  }

  private let rules: WorldRules
  private let limit: Int
  private var visits: [Visit] = []
  /// States by hash. With 64 bits, two of a million states have the same hash once in ten million runs.
  private var seen: Set<Int> = []

  private init(_ settings: WorldSettings, limit: Int) {
    rules = WorldRules(settings)
    self.limit = limit
  }

  /// Explores up to `limit` states of the world with these settings, or until an invariant is violated.
  static func explore(_ settings: WorldSettings, limit: Int = 1_000_000) throws -> Report {
    var search = StateSearch(settings, limit: limit)
    return try search.run()
  }

  private mutating func run() throws(Violation) -> Report {
    var report = Report()
    let start = try rules.start()
    var frontier = [(0, start)]
    visits.append(Visit(parent: 0, event: nil, depth: 0))
    seen.insert(start.hashValue)
    while !frontier.isEmpty, visits.count < limit {
      var next: [(Int, World)] = []
      for (index, world) in frontier {
        for event in rules.events(in: world) {
          report.steps += 1
          let reached: World
          do throws(Violation) { reached = try rules.apply(event, to: world) } catch {
            report.counterexample = Counterexample(violation: error, path: try path(to: index, then: event, from: start))
            return finish(report)
          }
          guard seen.insert(reached.hashValue).inserted else { continue }
          visits.append(Visit(parent: index, event: event, depth: visits[index].depth + 1))
          next.append((visits.count - 1, reached))
        }
      }
      frontier = next
    }
    report.isComplete = frontier.isEmpty
    return finish(report)
  }

  private func finish(_ report: Report) -> Report {
    var report = report
    report.states = visits.count
    report.depth = visits.last?.depth ?? 0
    report.brokerStates = rules.brokers.stateCount
    return report
  }

  private func path(to index: Int, then last: WorldEvent, from start: World) throws(Violation) -> [String] {
    var events = [last]
    var index = index
    while let event = visits[index].event {
      events.append(event)
      index = visits[index].parent
    }
    var world = start
    var lines: [String] = []
    for event in events.reversed() {
      lines.append(event.text(in: world))
      if lines.count < events.count { world = try rules.apply(event, to: world) }
    }
    return lines
  }
}
