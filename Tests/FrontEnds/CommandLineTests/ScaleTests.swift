import MessageBus
import Presentation
import Testing

@testable import CommandLine

/// The arguments of `holocron scale` and `holocron restart`, and what they say without a fleet.
@Suite struct ScaleTests {
  @Test(arguments: [
    (["cache=3", "fetcher=2"], ["caches": 3, "fetchers": 2]), (["holocron.search=0"], ["searches": 0]), (["caches=64"], ["caches": 64]),
  ]) func `the numbers of workers are read`(words: [String], counts: [String: Int]) throws {
    #expect(try ScaleCommand.counts(words) == counts)
  }

  @Test(arguments: [
    (["cache"], "invalid argument 'cache': expected SERVICE=N, such as cache=3"),
    (["cache=0"], "invalid number '0' of caches: expected a whole number, from 1 to 64"),
    (["search=65"], "invalid number '65' of searches: expected a whole number, from 0 to 64"),
    (["fetcher=two"], "invalid number 'two' of fetchers: expected a whole number, from 1 to 64"),
    (["fetcher="], "invalid number '' of fetchers: expected a whole number, from 1 to 64"),
    (["broker=2"], "a fleet has one broker; its number cannot be changed"),
    (["cach=2"], "unknown service 'cach' (available: cache, fetcher, search)"),
    (["cache=2", "caches=3"], "cache is named twice"),
  ]) func `a mistake is named`(words: [String], detail: String) {
    let problem = #expect(throws: Problem.self) { try ScaleCommand.counts(words) }
    #expect(problem?.detail == detail)
    #expect(problem?.exitCode == .usage)
  }

  @Test(arguments: [
    ("restart", "missing argument; usage: holocron restart SERVICE, or holocron restart --all"),
    ("restart cache --all", "--all and 'cache' cannot be combined"),
    ("scale", "missing argument; usage: holocron scale SERVICE=N..."),
  ]) func `restart and scale need something to do`(line: String, detail: String) async {
    let problem = await #expect(throws: Problem.self) { try await CommandHarness().run(line) }
    #expect(problem?.detail == detail)
    #expect(problem?.exitCode == .usage)
  }
}
