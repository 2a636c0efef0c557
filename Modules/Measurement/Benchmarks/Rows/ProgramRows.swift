import OrderedJSON
import Platform

/// Rows of whole programs: commands, the explorer, the fetch layer and the origin.
extension BenchmarkRow {
  /// A record on the command line, from the start of the process to its end.
  static let oneShot = BenchmarkRow(
    "one-shot", "the process holocron show people/1, and redis-cli GET of the same bytes", RedisServer.programs
  ) { bench in
    let runs = 21
    try bench.startBus()
    try bench.waitForCache()
    return try [([], 1.6), (["--json"], 1.4)].map { (options: [String], limit) in
      let words = ["show", "people/1"] + options
      let show = [bench.program("holocron")] + words + ["--no-autostart"]
      let redis = try RedisServer(on: bench, holding: try bench.output(show))
      func side(_ name: String, _ command: [String]) -> Rounds.Side {
        Rounds.Side(name) { [Series.median(of: try (0..<runs).map { _ in try bench.milliseconds(command) })] }
      }
      let rounds = try Rounds(
        bench.rounds, side("redis-cli GET", redis.get), side("holocron \(words.joined(separator: " "))", show))
      return rounds.comparison(
        "one-shot, whole process, median of \(runs) runs per round", ours: 1, unit: "ms",
        bars: [Bar(.ratio(to: "redis-cli GET"), atMost: limit)])
    }
  }

  /// The start of the explorer, until it shows a record and the names of its references from a warm cache, beside that of other full-screen programs.
  static let screen = BenchmarkRow("screen", "the first full screen of holocron-tui, less and htop", ["less", "htop"]) { bench in
    let shown = ["Luke Skywalker", "Tatooine", "Revenge of the Sith", "Imperial Speeder Bike", "Imperial shuttle"]
    try bench.startBus()
    try bench.waitForCache()
    let environment = bench.environment.merging(["TERM": "xterm-256color", "LANG": "C.UTF-8"]) { $1 }
    func side(_ name: String, _ command: [String], until marks: [String]) -> Rounds.Side {
      Rounds.Side(name) {
        let program = try ScreenProgram(command, environment: environment, columns: 132, rows: 43)
        return [try program.time(until: marks) / .milliseconds(1)]
      }
    }
    let explorer = side(
      "holocron-tui people/1", [bench.program("holocron-tui"), "people/1", "--no-autostart"], until: shown)
    // Fill the cache before the first round.
    _ = try explorer.measure()
    let rounds = try Rounds(
      bench.rounds * 3, side("less", ["less", "/etc/passwd"], until: ["root:"]), explorer, side("htop", ["htop"], until: ["Quit"]))
    return [
      rounds.comparison(
        "start to the first full screen, 132×43", ours: 1, unit: "ms", bars: [Bar(.median(of: "holocron-tui people/1"), atMost: 60)])
    ]
  }

  /// The fetch layer without a cache: each request goes to the origin. wrk and holocron-load ask the same origin directly.
  static let fetch = BenchmarkRow(
    "fetch", "records fetched through the bus, by wrk and by holocron-load, from nginx", StaticOrigin.programs + ["wrk"]
  ) { bench in
    let requests = 10_000
    func cost(_ process: String) -> String { "processor time a fetch, \(process)" }
    let origin = try StaticOrigin(on: bench)
    let bus = try bench.startBus(origin: origin.url, concurrency: 64)
    let loop = RequestLoop(bench.bus, outstanding: 64, requests: requests) { number in
      BusRequest("holocron.fetch", "GET /people/\(number + 1)").frames
    }
    let times: [() -> Double] = [
      { bus.fetcher.processorTime }, { bus.broker.processorTime }, { origin.process.processorTime },
      { ProcessorTime.seconds(ofProcess: OwnProcess.id) ?? .nan },
    ]
    let rounds = try Rounds(
      bench.rounds,
      .init("wrk -c64") { [try wrk("\(origin.url)/people/1/", on: bench)] },
      .init("broker, fetcher") {
        let before = times.map { $0() }
        let rate = try loop.run().rate
        // Microseconds a request, counting those of the warm-up.
        return [rate] + zip(times, before).map { ($0() - $1) * 1e6 / Double(requests + loop.outstanding) }
      },
      .init("holocron-load http") {
        [
          try bench.loadTesterRate(
            ["http", "\(origin.url)/people/1/", "--closed", "64", "--duration", "1s", "--warm-up", "200ms", "--no-verify"])
        ]
      })
    return [
      rounds.comparison(
        "fetch of a record, each from the origin, 64 outstanding", ours: 1, unit: "/s",
        figures: ["fetcher", "broker", "nginx", "client"].enumerated().map { index, process in
          rounds.series(1, figure: index + 1, named: cost(process), unit: "µs")
        }, bars: [Bar(.ratio(to: "wrk -c64"), atLeast: 0.25), Bar(.median(of: cost("fetcher")), atMost: 50)])
    ]
  }

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

  /// Filling an empty cache with all records, beside fetching the pages of all lists from the same origin.
  static let warming = BenchmarkRow(
    "warming", "holocron cache warm on an empty cache, and one curl of all pages of the lists", ["curl"]
  ) { bench in
    let requests = "requests to the origin"
    let origin = try CatalogueOrigin(on: bench)
    try bench.startBus(origin: origin.url)
    try bench.waitForCache()
    let pages = try pages(of: origin)
    let curl = ["curl", "-sSf"] + pages.map { origin.url + $0 }
    let holocron = bench.program("holocron")
    func originRequests() throws -> Double {
      try bench.statistics(of: "holocron.fetch")["counters"]?["origin.requests"]?.double ?? 0
    }
    let rounds = try Rounds(
      bench.rounds,
      .init("curl, one connection") { [try bench.milliseconds(curl)] },
      .init("holocron cache warm") {
        _ = try bench.output([holocron, "cache", "purge", "--all", "--yes", "--no-autostart"])
        let before = try originRequests()
        let time = try bench.milliseconds([holocron, "cache", "warm", "--no-autostart"])
        return [time, try originRequests() - before]
      })
    return [
      rounds.comparison(
        "whole catalogue into an empty cache; \(pages.count) pages with curl", ours: 1, unit: "ms",
        figures: [rounds.series(1, figure: 1, named: requests, unit: "requests")],
        bars: [Bar(.ratio(to: "curl, one connection"), atMost: 1), Bar(.median(of: requests), atMost: Double(pages.count))])
    ]
  }

  /// Returns the paths of all pages of all lists.
  private static func pages(of origin: CatalogueOrigin) throws -> [String] {
    let root = try JSON(parsing: origin.document("/"))
    var pages: [String] = []
    for kind in root.object?.names ?? [] {
      let page = try JSON(parsing: origin.document("/\(kind)/"))
      guard let count = page["count"]?.int, let size = page["results"]?.array?.count, size > 0 else {
        throw BenchmarkError("no list at \(origin.url)/\(kind)/")
      }
      pages += (1...max(1, (count + size - 1) / size)).map { "/\(kind)/?page=\($0)" }
    }
    return pages
  }
}

/// A full-screen program on a pseudo-terminal, killed with this object.
final class ScreenProgram {
  private let terminal: PseudoTerminal
  private let process: SpawnedProcess
  private let start: ContinuousClock.Instant

  init(_ command: [String], environment: [String: String], columns: UInt16, rows: UInt16) throws {
    terminal = try PseudoTerminal(columns: columns, rows: rows)
    start = .now
    process = try terminal.start(Spawn(command[0], Array(command.dropFirst()), environment: environment))
  }

  deinit {
    Signal.kill.send(to: process.id)
    process.wait()
  }

  /// Returns the time from the start until all of `marks` have been written.
  func time(until marks: [String]) throws -> Duration {
    let limit = Duration.seconds(30)
    var written: [UInt8] = []
    while case let left = limit - start.duration(to: .now), left > .zero {
      let output = terminal.output(within: left)
      guard !output.isEmpty else { break }
      written += output
      let now = ContinuousClock.now
      let text = String(decoding: written, as: UTF8.self)
      if marks.allSatisfy(text.contains) { return start.duration(to: now) }
    }
    throw BenchmarkError("the screen did not show \(marks); output: \(String(decoding: written.suffix(2_000), as: UTF8.self))")
  }
}
