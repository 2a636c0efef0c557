import OrderedJSON
import TestSupport
import Testing

@testable import Benchmarks

struct RowListTests {
  @Test func `a name that no row has is refused with the names of the rows`() {
    let error = #expect(throws: BenchmarkError.self) {
      try BenchmarkSuite(executablesIn: ".", rounds: 1, only: ["echo", "eco"], records: [])
    }
    #expect(error?.description.hasPrefix("unknown row 'eco' (available: echo, latency, ") == true)
  }

  @Test func `rates are read from the output of other programs`() {
    let wrk = "  2 threads and 64 connections\nRequests/sec: 108123.45\nTransfer/sec:     70.10MB\n"
    #expect(BenchmarkRow.rate(ofWrk: wrk) == 108_123.45)
    #expect(BenchmarkRow.rate(ofWrk: "  Non-2xx or 3xx responses: 7\n" + wrk) == nil)
    #expect(BenchmarkRow.rate(ofWrk: "unable to connect\n") == nil)
    #expect(RedisServer.rate(csv: "\"test\",\"rps\",\"avg_latency_ms\"\n\"GET people/1\",\"268817.19\",\"0.101\"\n") == 268_817.19)
    #expect(RedisServer.rate(csv: "") == nil)
  }

  @Test func `the memory of a process is read from its status`() {
    let memory = ResidentMemory(status: "Name:\tholocron-broker\nVmPeak:\t 9000 kB\nVmHWM:\t    5124 kB\nVmRSS:\t    4096 kB\n")
    #expect(memory.now == 4_096 * 1_024 && memory.peak == 5_124 * 1_024)
    #expect(ResidentMemory(status: "").now.isNaN)
    #expect(ResidentMemory(ofProcess: 1 << 30).now.isNaN)
  }

  @Test func `the pages of a list of records differ in IDs, names and homeworlds`() throws {
    let model = #"{"url":"U/people/1/","name":"Luke Skywalker","homeworld":"U/planets/1/","films":["U/films/1/"]}"#
    let page = try JSON(parsing: RecordOrigin.page(2, of: 3, url: "U", model: model))
    #expect(page["count"] == .number(3_000))
    #expect(page["next"] == "U/people/?page=3" && page["previous"] == "U/people/?page=1")
    let records = try #require(page["results"]?.array)
    #expect(records.count == 1_000)
    #expect(
      records.first == [
        "url": "U/people/1001/", "name": .string(RecordOrigin.name(of: 1_001)), "homeworld": "U/planets/42/", "films": ["U/films/1/"],
      ])
    #expect(Set(records.compactMap { $0["name"]?.string }).count == 1_000)
    #expect(try JSON(parsing: RecordOrigin.page(3, of: 3, url: "U", model: model))["next"] == .null)
  }

  @Test func `the least busy worker is compared with the mean`() {
    #expect(BenchmarkRow.leastShare(of: [1, 2, 3]) == 50)
    #expect(BenchmarkRow.leastShare(of: []) == 0)
  }
}
