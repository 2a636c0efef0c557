import LoadTesting
import Platform

/// The fetch layer without a cache: each request goes to the origin. wrk and holocron-load ask the same origin directly.
struct FetchThroughput: BenchmarkRow {
  let name = "fetch"
  let summary = "records fetched through the bus, by wrk and by holocron-load, from nginx"
  let programs = StaticOrigin.programs + ["wrk"]

  private static let requests = 10_000

  func measure(on bench: Workbench) throws -> [Comparison] {
    let origin = try StaticOrigin(on: bench)
    let bus = try bench.startBus(origin: origin.url, concurrency: 64)
    let loop = RequestLoop(bench.bus, outstanding: 64, requests: Self.requests) { number in
      BusRequest("holocron.fetch", "GET /people/\(number + 1)").frames
    }
    let times: [() -> Double] = [
      { bus.fetcher.processorTime }, { bus.broker.processorTime }, { origin.process.processorTime },
      { ProcessorTime.seconds(ofProcess: OwnProcess.id) ?? .nan },
    ]
    let rounds = try Rounds(
      bench.rounds,
      .init("wrk -c64") { [try Self.wrk("\(origin.url)/people/1/", on: bench)] },
      .init("broker, fetcher") {
        let before = times.map { $0() }
        let rate = try loop.run().rate
        // Microseconds a request, counting those of the warm-up.
        return [rate] + zip(times, before).map { ($0() - $1) * 1e6 / Double(Self.requests + loop.outstanding) }
      },
      .init("holocron-load http") {
        [
          try bench.loadTesterRate(
            ["http", "\(origin.url)/people/1/", "--closed", "64", "--duration", "1s", "--warm-up", "200ms", "--no-verify"])
        ]
      })
    return [
      Comparison(
        "fetch of a record, each from the origin, 64 outstanding", ours: rounds.series(1, unit: "/s"),
        references: [rounds.series(0, unit: "/s"), rounds.series(2, unit: "/s")],
        figures: ["fetcher", "broker", "nginx", "client"].enumerated().map { index, process in
          rounds.series(1, figure: index + 1, named: Self.cost(process), unit: "µs")
        },
        bars: [Bar(.ratio(to: "wrk -c64"), atLeast: 0.25), Bar(.median(of: Self.cost("fetcher")), atMost: 50)])
    ]
  }

  private static func cost(_ process: String) -> String { "processor time a fetch, \(process)" }

  private static func wrk(_ url: String, on bench: Workbench) throws -> Double {
    let output = String(decoding: try bench.output(["wrk", "-t1", "-c64", "-d1s", url]), as: UTF8.self)
    guard let rate = rate(ofWrk: output) else { throw BenchmarkError("no rate in the output of wrk: \(output)") }
    return rate
  }

  /// Returns the number of the line `Requests/sec:  54321.01`; `nil` if there is none, or if requests failed.
  static func rate(ofWrk output: String) -> Double? {
    guard !output.contains("Non-2xx"), let line = output.split(separator: "\n").first(where: { $0.hasPrefix("Requests/sec:") }) else {
      return nil
    }
    return line.split(separator: " ").last.flatMap { Double($0) }
  }
}
