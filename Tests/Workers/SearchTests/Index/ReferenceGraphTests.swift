import Contracts
import Models
import Testing

@testable import Search

struct ReferenceGraphTests {
  private let graph = ReferenceGraph(corpus: .standard)

  private func path(_ from: String, _ to: String) throws -> String? {
    let ends = (try #require(Reference(from)), try #require(Reference(to)))
    guard let path = try graph.path(from: ends.0, to: ends.1) else { return nil }
    var text = "\(path.from.reference)"
    for step in path.steps { text += " \(step.isReversed ? "<" : "")\(step.relation) \(step.to.reference)" }
    return text
  }

  @Test(
    arguments: [
      ("people/1", "people/1", "people/1"),
      ("people/1", "planets/1", "people/1 homeworld planets/1"),
      ("planets/1", "people/1", "planets/1 residents people/1"),
      ("people/1", "people/16", "people/1 films films/1 characters people/16"),
      ("people/1", "people/5", "people/1 films films/1 characters people/5"),
      ("species/5", "starships/10", nil),
    ] as [(String, String, String?)])
  func `a shortest path is found and is always the same`(from: String, to: String, expected: String?) throws {
    let found = try path(from, to)
    if let expected { #expect(found == expected) } else { #expect(found != nil) }
    #expect(try path(from, to) == found)
  }

  @Test func `shortest paths are counted, and each of them has a number`() throws {
    let (luke, leia) = (Reference(.people, 1), Reference(.people, 5))
    let first = try #require(try graph.path(from: luke, to: leia, alternative: 0))
    let count = try #require(first.alternatives)
    #expect(count > 1)
    #expect(try graph.path(from: luke, to: leia)?.steps == first.steps)
    let all = try (0..<count).compactMap { try graph.path(from: luke, to: leia, alternative: $0) }
    #expect(Set(all.map(\.steps)).count == count)
    #expect(all.allSatisfy { $0.steps.count == first.steps.count && $0.alternatives == count })
    #expect(all.map(\.alternative) == Array(0..<count))
    #expect(try graph.path(from: luke, to: leia, alternative: count)?.steps == first.steps)
    #expect(try graph.path(from: luke, to: luke, alternative: 5)?.alternatives == 1)
  }

  @Test func `there is no path through records that are not indexed`() throws {
    #expect(try path("people/1", "people/17") == nil)
    let alone = SearchCorpus(
      SearchCorpus.standard.records.filter { ["people/1", "starships/9"].contains($0.reference.description) },
      kinds: .standard)
    let ends = (try #require(Reference("people/1")), try #require(Reference("starships/9")))
    #expect(try ReferenceGraph(corpus: alone).path(from: ends.0, to: ends.1) == nil)
  }

  @Test func `a reference on one side is enough for a connection`() throws {
    let planet = try Kind.planets.record(id: 1) { $0 == "name" ? .text("Home") : .missing }
    let values: [String: OriginValue] = ["name": .text("Somebody"), "homeworld": .reference(Reference(.planets, 1))]
    let person = try Kind.people.record(id: 1) { values[$0] ?? .missing }
    let corpus = SearchCorpus([planet, person], kinds: .standard)
    let path = try ReferenceGraph(corpus: corpus).path(from: Reference(.planets, 1), to: Reference(.people, 1))
    #expect(path?.steps == [.init(to: .init(Reference(.people, 1), "Somebody"), relation: "homeworld", isReversed: true)])
  }
}
