import Models
import OrderedJSON
import Platform
import TestSupport
import Testing

/// Compares the output of `--wire` with recorded responses of a real server.
///
/// Needs the recordings in `../shared/swapi` beside the checkout, which a clone does not have; otherwise the test is skipped. `OriginTests` and
/// `DialectsTests` compare the same format with the embedded catalogue.
@Suite struct WireFidelityTests {
  static let recordings = ProjectFolder.path("../shared/swapi")

  static var haveRecordings: Bool { FileSystem.exists("\(recordings)/people.json") }

  @Test(.enabled(if: haveRecordings, "needs the recordings of a real server in ../shared/swapi"))
  func `every record of a real server is reproduced exactly`() async throws {
    let holocron = try await HolocronHarness()
    let processes = [try await holocron.broker(), try await holocron.cache(), try await holocron.fetcher()]
    var compared = 0
    for kind in Kinds.standard.all.map(\.name) {
      let expected = try recorded(kind)
      try await withThrowingTaskGroup(of: (Reference, JSON).self) { group in
        var waiting = expected.keys.sorted()[...]
        func next() {
          guard let reference = waiting.popFirst() else { return }
          group.addTask {
            let shown = try await holocron.run("show", reference.description, "--wire")
            #expect(shown.code == 0, "\(shown.errors)")
            return (reference, try JSON(parsing: shown.output))
          }
        }
        for _ in 0..<4 { next() }
        while let (reference, shown) = try await group.next() {
          next()
          #expect(plain(shown) == plain(expected[reference] ?? .null), "\(reference)")
          compared += 1
        }
      }
    }
    #expect(compared == 260)
    withExtendedLifetime(processes) {}
  }

  private func recorded(_ kind: KindName) throws -> [Reference: JSON] {
    let bytes = try #require(Files.bytes("\(Self.recordings)/\(kind).json"))
    var records: [Reference: JSON] = [:]
    for record in try JSON(parsing: bytes).array ?? [] {
      let url = try #require(record["url"]?.string)
      let id = try #require(url.split(separator: "/").last.flatMap { Int($0) })
      records[Reference(kind, id)] = record
    }
    return records
  }

  /// Normalizes what may differ: the host in links and the text of a crawl. Members keep their order.
  private func plain(_ value: JSON) -> JSON {
    switch value {
    case .string(let text):
      guard let api = text.firstRange(of: "/api/"), text.hasPrefix("http") else { return value }
      return .string(String(text[api.lowerBound...]))
    case .array(let elements): return .array(elements.map(plain))
    case .object(let members):
      return .object(
        JSON.Object(
          members.map { ($0.name, $0.name == "opening_crawl" ? .string($0.value.string == nil ? "missing" : "crawl") : plain($0.value)) }))
    default: return value
    }
  }
}
