import Glibc

/// What Holocron costs against what it is built on. Every benchmark runs real processes on sockets in a folder of its own.
public struct BusBenchmarks {
  /// Where the executables are.
  private let folder: String
  private let workplace: String
  private let environment: [String: String]
  private var processes: [ChildProcess] = []
  private let rounds: Int

  /// Starts `zmq_proxy` with an echo behind it, and a broker with an echo worker, a cache worker and a fetcher behind it.
  public init(executablesIn folder: String, rounds: Int) throws(BenchmarkError) {
    self.folder = folder
    self.rounds = rounds
    var template = Array("/tmp/holocron-bench-XXXXXX".utf8CString)
    guard let path = mkdtemp(&template) else { throw BenchmarkError("cannot make a temporary folder") }
    workplace = String(cString: path)
    environment = [
      "PATH": getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin", "HOME": workplace, "XDG_RUNTIME_DIR": workplace,
      "HOLOCRON_LOG_LEVEL": "error",
    ]
    try start("holocron-bench", "role", "proxy", "ipc://\(workplace)/front", "ipc://\(workplace)/back")
    try start("holocron-bench", "role", "echo", "ipc://\(workplace)/back")
    try start("holocron-broker")
    try start("holocron-bench", "role", "worker", bus)
    try start("holocron-fetcher", "--origin", "embedded")
    try start("holocron-cache", "--store", "memory")
  }

  private var bus: String { "ipc://\(workplace)/holocron/bus" }

  private mutating func start(_ arguments: String...) throws(BenchmarkError) {
    processes.append(try ChildProcess(["\(folder)/\(arguments[0])"] + arguments.dropFirst(), environment: environment))
  }

  /// Ends every process and removes the folder.
  public mutating func finish() {
    processes.removeAll()
    for name in ["holocron/bus", "holocron/bus.lock", "holocron/events", "front", "back"] { unlink("\(workplace)/\(name)") }
    rmdir("\(workplace)/holocron")
    rmdir(workplace)
  }

  /// Echo of 1 KiB through the broker against `zmq_proxy` between the same sockets.
  public func echo(outstanding: Int, requests: Int, bar: Double) throws -> Comparison {
    let content = [UInt8](repeating: UInt8(ascii: "x"), count: 1_024)
    let through = RequestLoop(
      bus, frames: [Array("MDPC02".utf8), [0x01], Array("bench.echo".utf8), content], outstanding: outstanding, requests: requests)
    return try compare(
      "echo of 1 KiB, \(outstanding) outstanding, ipc", through, "broker, MDP worker", proxied(content, like: through), bar)
  }

  /// A cached record through broker and cache worker against the proxy's echo of as many bytes.
  public func cached(outstanding: Int, requests: Int, bar: Double) throws -> Comparison {
    let frames: [[UInt8]] = [Array("MDPC02".utf8), [0x01], Array("holocron.cache".utf8), [1], Array("GET /people/1".utf8)]
    let warmUp = try RequestLoop(bus, frames: frames, outstanding: 1, requests: 10).run()
    guard warmUp.size > 500 else { throw BenchmarkError("the cache answered \(warmUp.size) bytes: that is no record") }
    let through = RequestLoop(bus, frames: frames, outstanding: outstanding, requests: requests)
    let reference = proxied([UInt8](repeating: UInt8(ascii: "x"), count: warmUp.size), like: through)
    return try compare(
      "cached GET /people/1 (\(warmUp.size) bytes), \(outstanding) outstanding, ipc", through, "broker, cache worker", reference, bar)
  }

  /// `holocron show people/1` and `options` as a whole process against `redis-cli GET` of the same bytes.
  public func oneShot(_ options: [String], redisPort: Int, runs: Int, bar: Double) throws -> Comparison {
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
      "one-shot, whole process, \(runs) runs a round", unit: "ms", bar: .ratio(bar), lessIsBetter: true, rounds: rounds,
      ours: ("holocron \(words.joined(separator: " "))", { try median(show) }),
      reference: ("redis-cli GET of the same bytes", { try median(redis + ["GET", "people/1"]) }))
  }

  /// The explorer from its start until a full screen stands there, the record and all that it points to from a warm cache, against the start of
  /// another full-screen program, which is ready when `marks` stand there.
  public func screenStart(against reference: [String], until marks: [String], bar milliseconds: Double) throws -> Comparison {
    let explorer = ["\(folder)/holocron-tui", "people/1", "--no-autostart"]
    let shown = ["Luke Skywalker", "Tatooine", "Revenge of the Sith", "Imperial Speeder Bike", "Imperial shuttle"]
    var terminal = environment
    terminal["TERM"] = "xterm-256color"
    terminal["LANG"] = "C.UTF-8"
    func time(_ command: [String], _ marks: [String]) throws -> Double {
      try PseudoTerminal.time(command, until: marks, environment: terminal) / .milliseconds(1)
    }
    // What is shown is in the cache before the first round.
    _ = try time(explorer, shown)
    return try Comparison(
      "start to the first full screen, 132×43", unit: "ms", bar: .median(milliseconds), lessIsBetter: true, rounds: rounds * 3,
      ours: ("holocron-tui people/1", { try time(explorer, shown) }),
      reference: (reference.joined(separator: " "), { try time(reference, marks) }))
  }

  private func proxied(_ content: [UInt8], like loop: RequestLoop) -> RequestLoop {
    RequestLoop("ipc://\(workplace)/front", frames: [content], outstanding: loop.outstanding, requests: loop.requests)
  }

  private func compare(
    _ name: String, _ through: RequestLoop, _ ours: String, _ reference: RequestLoop, _ bar: Double
  ) throws -> Comparison {
    let isLatency = through.outstanding == 1
    func figure(_ result: RequestLoop.Result) -> Double { isLatency ? result.median : result.perSecond }
    return try Comparison(
      name, unit: isLatency ? "µs" : "/s", bar: .ratio(bar), lessIsBetter: isLatency, rounds: rounds,
      ours: (ours, { figure(try through.run()) }), reference: ("zmq_proxy, DEALER echo", { figure(try reference.run()) }))
  }
}
