import TestSupport
import Testing

@testable import Benchmarks

struct RowListTests {
  /// If this fails, add the new file of Rows/ to the list in BenchmarkRow.swift.
  @Test func `the list contains every file once`() throws {
    let files = try ProjectFolder.swiftFiles(in: "Modules/Measurement/Benchmarks/Rows")
    #expect(BenchmarkRows.all.map { "\(type(of: $0))" }.sorted() == files.sorted())
    #expect(Set(BenchmarkRows.all.map(\.name)).count == files.count)
  }

  @Test func `a name that no row has is refused with the names of the rows`() {
    let error = #expect(throws: BenchmarkError.self) { try BenchmarkSuite(executablesIn: ".", rounds: 1, only: ["echo", "eco"]) }
    #expect(error?.description.hasPrefix("unknown row 'eco' (available: echo, latency, ") == true)
  }

  @Test func `rates are read from the output of other programs`() {
    let wrk = "  2 threads and 64 connections\nRequests/sec: 108123.45\nTransfer/sec:     70.10MB\n"
    #expect(FetchThroughput.rate(ofWrk: wrk) == 108_123.45)
    #expect(FetchThroughput.rate(ofWrk: "  Non-2xx or 3xx responses: 7\n" + wrk) == nil)
    #expect(FetchThroughput.rate(ofWrk: "unable to connect\n") == nil)
    #expect(RedisServer.rate(csv: "\"test\",\"rps\",\"avg_latency_ms\"\n\"GET people/1\",\"268817.19\",\"0.101\"\n") == 268_817.19)
    #expect(RedisServer.rate(csv: "") == nil)
  }

  @Test func `the least busy worker is compared with the mean`() {
    #expect(ManyClients.leastShare(of: [1, 2, 3]) == 50)
    #expect(ManyClients.leastShare(of: []) == 0)
  }
}
