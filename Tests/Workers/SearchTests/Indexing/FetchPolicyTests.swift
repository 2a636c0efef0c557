import Contracts
import CoreMetrics
import MessageBus
import Models
import TestSupport
import Testing

@testable import Search

/// In automatic mode, records are fetched only from origins on this machine.
struct FetchPolicyTests {
  private static let remote = "https://swapi.example/api"
  private let cache = FakeCache()

  private func policy(_ mode: FillMode = .auto) -> FetchPolicy { FetchPolicy(mode, cache, requestTimeout: .seconds(1)) }

  @Test(
    arguments: [
      ([], false), (["embedded"], true), (["embedded", "http://127.0.0.1:1138/api"], true), (["embedded", "embedded", "embedded"], true),
      ([Self.remote], false), (["embedded", Self.remote], false), ([Self.remote, "embedded", "embedded"], false),
      (["embedded", nil], false),
    ] as [([String?], Bool)])
  func `fetching requires that every origin is on this machine`(origins: [String?], allowsFetching: Bool) async {
    cache.attach(origins)
    #expect(await policy().allowsFetching() == allowsFetching)
    #expect(await policy(.eager).allowsFetching())
    #expect(await !policy(.cached).allowsFetching())
  }

  @Test func `the decision follows the attached fetchers`() async {
    let policy = policy()
    cache.attach(["embedded"])
    #expect(await policy.allowsFetching())
    let before = cache.requests.count
    #expect(await policy.allowsFetching())
    #expect(cache.requests.count == before, "known fetchers are not queried again")
    cache.attach(["embedded", Self.remote])
    #expect(await !policy.allowsFetching())
    cache.attach(["embedded"])
    #expect(await policy.allowsFetching())
    cache.change { $0.failure = Problem(503, "no broker", type: ProblemType.noBus) }
    #expect(await !policy.allowsFetching())
  }

  @Test func `fetchers with the same process ID are not trusted`() async {
    cache.attach(["embedded", "embedded"])
    cache.change { $0.processes = ["f0": 100, "f1": 100] }
    #expect(await !policy().allowsFetching())
  }

  @Test func `a remote fetcher that attaches stops filling until it leaves`() async throws {
    let index = RecordIndex.empty()
    let indexer = Indexer(cache, index, settings: SearchSettings(), logger: .silent)
    var changes = AnnouncedChanges()
    changes.add("worker/joined/holocron.fetch")
    cache.attach(["embedded"])
    cache.change { $0.beforeFetch = { state in if state.fetched.count == 2 { state.fetchers["f9"] = .some(Self.remote) } } }
    await indexer.handle(changes)
    #expect(cache.fetched.count == 3)
    #expect(!index.snapshot.coverage.isComplete)
    cache.change { state in
      state.beforeFetch = { _ in }
      state.fetchers["f9"] = nil
    }
    changes = AnnouncedChanges()
    changes.add("worker/left/holocron.fetch")
    await indexer.handle(changes)
    #expect(index.snapshot.coverage.isComplete)
    #expect(cache.fetched.count == Set(cache.fetched).count)
  }

  @Test(arguments: [
    "embedded", "http://localhost/api", "http://localhost:1138/api", "https://LOCALHOST/", "http://127.0.0.1", "http://127.0.0.1:80/api",
    "http://127.255.0.3/api", "http://[::1]:8080/api", "http://[0:0:0:0:0:0:0:1]/", "HTTP://127.0.0.1/",
  ])
  func `an address on this machine is local`(address: String) { #expect(FetchPolicy.isLocal(address)) }

  @Test(arguments: [
    "", "swapi.dev", "https://swapi.dev/api", "http://127.0.0.1.evil.example/", "http://localhost.evil.example/",
    "http://127.0.0.1@evil.example/", "http://me@127.0.0.1/",
    "http://evil.example/127.0.0.1", "http://evil.example?http://localhost/", "http://128.0.0.1/", "http://10.0.0.1/", "http://0.0.0.0/",
    "http://127.1/",
    "http://[::2]/", "http://[::]/", "http://[::ffff:127.0.0.1]/", "ftp://127.0.0.1/", "http://2130706433/", "http://0x7f.0.0.1/",
    "localhost", "http:///",
    "http://127.0.0.1:80:evil/", "http://evil.example\\@127.0.0.1/", "embedded.example",
  ])
  func `any other address is not local`(address: String) { #expect(!FetchPolicy.isLocal(address)) }
}
