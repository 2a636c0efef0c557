import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import Presentation
import Testing

@testable import CommandLine

/// `holocron show --source` of a record that was cached as part of a list, while its origin hangs.
@Suite struct ShowSourceTests {
  /// A cache that has all records from `origin`, without locations. A request that would ask the origin is past its deadline.
  private struct HangingOrigin: CatalogueBased {
    let origin: OriginIdentity?
    private let catalogue = CatalogueRepository()

    init(_ origin: String) { self.origin = OriginIdentity(origin) }

    func reply(of service: ServiceName, to request: Request) async throws(Problem) -> Reply {
      guard request.fields["cache-control"] == nil else { throw Problem(504, "the deadline passed", type: ProblemType.deadline) }
      var reply = try await catalogue.reply(of: service, to: request)
      reply.fields[OriginIdentity.field] = origin?.text
      reply.fields["content-location"] = nil
      reply.fields["age"] = "5"
      return reply
    }

  }

  @Test(arguments: [
    ("http://127.0.0.1:8/api", "http://127.0.0.1:8/api"),
    ("http://127.0.0.1:8/api,http://127.0.0.1:9/api", "one of 2 servers"), ("embedded", "embedded"),
  ]) func `the source is named without the origin`(origin: String, source: String) async throws {
    let harness = CommandHarness(HangingOrigin(origin))
    #expect(try await harness.run("show people/1 --source --json") == .success)
    #expect(harness.notes.contains("holocron: people/1 is from \(source), 5 s old\n"), "\(harness.notes)")
  }
}
