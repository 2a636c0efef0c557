import Platform

/// Benchmarks of Holocron against the software it is built on. Each benchmark runs separate processes on sockets in a temporary folder.
public struct BusBenchmarks {
  /// The folder of the executables.
  private let folder: String
  private let temporary: TemporaryFolder
  private var temporaryFolder: String { temporary.path }
  private let environment: [String: String]
  private var processes: [ChildProcess] = []
  private let rounds: Int

  /// Starts `zmq_proxy` with an echo process, and a broker with an echo worker, a cache worker and a fetcher.
  public init(executablesIn folder: String, rounds: Int) throws(BenchmarkError) {
    self.folder = folder
    self.rounds = rounds
    do { temporary = try TemporaryFolder() } catch { throw BenchmarkError("cannot create a temporary folder: \(error.reason)") }
    environment = [
      "PATH": Environment.process["PATH"] ?? "/usr/bin:/bin", "HOME": temporary.path, "XDG_RUNTIME_DIR": temporary.path,
      "HOLOCRON_LOG_LEVEL": "error",
    ]
    try start("holocron-bench", "role", "proxy", "ipc://\(temporaryFolder)/front", "ipc://\(temporaryFolder)/back")
    try start("holocron-bench", "role", "echo", "ipc://\(temporaryFolder)/back")
    try start("holocron-broker", "--lifeline")
    try start("holocron-bench", "role", "worker", bus)
    try start("holocron-fetcher", "--origin", "embedded", "--lifeline")
    try start("holocron-cache", "--store", "memory", "--lifeline")
  }

  private var bus: String { "ipc://\(temporaryFolder)/holocron/bus" }

  private mutating func start(_ arguments: String...) throws(BenchmarkError) {
    processes.append(try ChildProcess(["\(folder)/\(arguments[0])"] + arguments.dropFirst(), environment: environment))
  }

  /// Terminates all processes. The temporary folder is removed with the last copy of this value.
  public mutating func finish() { processes.removeAll() }

  /// Compares a 1 KiB echo through the broker with `zmq_proxy` between the same kinds of sockets.
  public func echo(outstanding: Int, requests: Int, target: Double) throws -> Comparison {
    let content = [UInt8](repeating: UInt8(ascii: "x"), count: 1_024)
    let loop = RequestLoop(
      bus, frames: [Array("MDPC02".utf8), [0x01], Array("bench.echo".utf8), content], outstanding: outstanding, requests: requests)
    return try compare(
      "echo of 1 KiB, \(outstanding) outstanding, ipc", loop, "broker, MDP worker", proxied(content, like: loop), target)
  }

  /// Compares a cached record from broker and cache worker with the proxy's echo of the same size.
  public func cached(outstanding: Int, requests: Int, target: Double) throws -> Comparison {
    let frames: [[UInt8]] = [Array("MDPC02".utf8), [0x01], Array("holocron.cache".utf8), [1], Array("GET /people/1".utf8)]
    let warmUp = try RequestLoop(bus, frames: frames, outstanding: 1, requests: 10).run()
    guard warmUp.size > 500 else { throw BenchmarkError("expected a record from the cache, but got \(warmUp.size) bytes") }
    let loop = RequestLoop(bus, frames: frames, outstanding: outstanding, requests: requests)
    let reference = proxied([UInt8](repeating: UInt8(ascii: "x"), count: warmUp.size), like: loop)
    return try compare(
      "cached GET /people/1 (\(warmUp.size) bytes), \(outstanding) outstanding, ipc", loop, "broker, cache worker", reference, target)
  }

  /// Compares the process `holocron show people/1` with the process `redis-cli GET` for the same bytes. `options` are added to the former.
  public func oneShot(_ options: [String], redisPort: Int, runs: Int, target: Double) throws -> Comparison {
    let words = ["show", "people/1"] + options
    let show = ["\(folder)/holocron"] + words + ["--no-autostart"]
    let redis = ["redis-cli", "-p", String(redisPort)]
    let record = try ChildProcess.output(show, environment: environment)
    _ = try ChildProcess.output(redis + ["SET", "people/1", String(decoding: record, as: UTF8.self)], environment: environment)
    func median(_ command: [String]) throws -> Double {
      var times: [Double] = []
      for _ in 0..<runs { times.append(try ChildProcess.time(command, environment: environment) / .milliseconds(1)) }
      return times.sorted()[runs / 2]
    }
    return try Comparison(
      "one-shot, whole process, \(runs) runs per round", unit: "ms", target: .ratio(target), lessIsBetter: true, rounds: rounds,
      ours: ("holocron \(words.joined(separator: " "))", { try median(show) }),
      reference: ("redis-cli GET of the same bytes", { try median(redis + ["GET", "people/1"]) }))
  }

  /// Compares the start of the explorer, until it shows a record and the names of its references from a warm cache, with the start of another
  /// full-screen program, until it shows `marks`.
  public func screenStart(against reference: [String], until marks: [String], target milliseconds: Double) throws -> Comparison {
    let explorer = ["\(folder)/holocron-tui", "people/1", "--no-autostart"]
    let shown = ["Luke Skywalker", "Tatooine", "Revenge of the Sith", "Imperial Speeder Bike", "Imperial shuttle"]
    var terminal = environment
    terminal["TERM"] = "xterm-256color"
    terminal["LANG"] = "C.UTF-8"
    func time(_ command: [String], _ marks: [String]) throws -> Double {
      try ScreenStart.time(command, until: marks, environment: terminal) / .milliseconds(1)
    }
    // Fill the cache before the first round.
    _ = try time(explorer, shown)
    return try Comparison(
      "start to the first full screen, 132×43", unit: "ms", target: .median(milliseconds), lessIsBetter: true, rounds: rounds * 3,
      ours: ("holocron-tui people/1", { try time(explorer, shown) }),
      reference: (reference.joined(separator: " "), { try time(reference, marks) }))
  }

  private func proxied(_ content: [UInt8], like loop: RequestLoop) -> RequestLoop {
    RequestLoop("ipc://\(temporaryFolder)/front", frames: [content], outstanding: loop.outstanding, requests: loop.requests)
  }

  private func compare(
    _ name: String, _ loop: RequestLoop, _ ours: String, _ reference: RequestLoop, _ target: Double
  ) throws -> Comparison {
    let isLatency = loop.outstanding == 1
    func figure(_ result: RequestLoop.Result) -> Double { isLatency ? result.median : result.perSecond }
    return try Comparison(
      name, unit: isLatency ? "µs" : "/s", target: .ratio(target), lessIsBetter: isLatency, rounds: rounds,
      ours: (ours, { figure(try loop.run()) }), reference: ("zmq_proxy, DEALER echo", { figure(try reference.run()) }))
  }
}
