import Testing

@testable import Models

@Suite struct SortingTests {
  private static let heights: [(String, String)] = [
    ("Yoda", "66"), ("Luke", "172"), ("Nobody", "unknown"), ("Tall", "1,358"), ("chewbacca", "228"), ("Twin", "172"), ("Ghost", "n/a"),
  ]

  private func names(by key: String?, descending: Bool = false) throws -> [String] {
    let records = try Self.heights.enumerated().map { index, entry in
      let values: [String: OriginValue] = ["name": .text(entry.0), "height": .text(entry.1)]
      return try Kind.people.record(id: index + 1) { values[$0] ?? .missing }
    }
    return try Kind.people.sorted(records, by: key, descending: descending).map(\.name)
  }

  @Test func `numbers sort by amount, stably and with absent values last`() throws {
    #expect(try names(by: "height") == ["Yoda", "Luke", "Twin", "chewbacca", "Tall", "Nobody", "Ghost"])
    #expect(try names(by: "height", descending: true) == ["Tall", "chewbacca", "Luke", "Twin", "Yoda", "Nobody", "Ghost"])
  }

  @Test func `names sort without case`() throws {
    #expect(try names(by: nil) == ["chewbacca", "Ghost", "Luke", "Nobody", "Tall", "Twin", "Yoda"])
    #expect(try names(by: "name") == names(by: nil))
  }

  @Test func `films sort by episode`() throws {
    let records = try [4, 5, 6, 1, 2, 3].enumerated().map { index, episode in
      try Kind.films.record(id: index + 1) { $0 == "episode" ? .integer(episode) : .missing }
    }
    #expect(try Kind.films.sorted(records, by: nil, descending: false).map(\.reference.id) == [4, 5, 6, 1, 2, 3])
    #expect(try Kind.films.sorted(records, by: "episode", descending: true).map(\.reference.id) == [3, 2, 1, 6, 5, 4])
  }

  @Test func `an unknown sort key is rejected with the valid keys`() throws {
    let error = #expect(throws: ModelError.self) { try Kind.films.sorted([], by: "height", descending: false) }
    #expect(error?.message == "can't sort films by 'height': choose one of episode, title, releaseDate, director")
  }
}
