import OrderedJSON
import Platform

/// The processes of a row, on sockets in a temporary folder. All end with this object.
final class Workbench {
  /// How many times each side of a comparison is measured.
  let rounds: Int
  private let executables: String
  private let temporary: TemporaryFolder
  let environment: [String: String]
  private var processes: [ChildProcess] = []
  /// Commands in which programs run, by the path of the program.
  private var wrappers: [String: [String]] = [:]

  /// Debian keeps nginx in /usr/sbin.
  static let path = (Environment.process["PATH"] ?? "/usr/bin:/bin") + ":/usr/sbin"

  init(executablesIn folder: String, rounds: Int) throws {
    executables = folder
    self.rounds = rounds
    temporary = try TemporaryFolder()
    environment = [
      "PATH": Self.path, "HOME": temporary.path, "XDG_RUNTIME_DIR": temporary.path, "HOLOCRON_LOG_LEVEL": "error",
    ]
  }

  // Processes end before the folder of their sockets is removed.
  deinit { endProcesses() }

  /// Terminates all processes that nothing else keeps, and waits for their ends.
  func endProcesses() { processes.removeAll() }

  /// Returns a second workbench with a bus of its own.
  func another() throws -> Workbench { try Workbench(executablesIn: executables, rounds: rounds) }

  var bus: String { "ipc://\(busFile)" }
  /// The socket of the broker, which exists when the broker accepts connections.
  var busFile: String { file("holocron/bus") }
  /// The endpoints of the C relay and of `zmq_proxy`.
  var relay: String { endpoint("relay") }
  var proxy: String { endpoint("front") }

  func endpoint(_ name: String) -> String { "ipc://\(temporary.path)/\(name)" }
  func file(_ name: String) -> String { "\(temporary.path)/\(name)" }
  func program(_ name: String) -> String { "\(executables)/\(name)" }

  /// Runs a program of this build in another command from now on: `command` is followed by the path and the arguments of the program.
  func wrap(_ name: String, in command: [String]) { wrappers[program(name)] = command }

  /// Starts a command, which runs until the end of this workbench.
  @discardableResult func start(_ command: [String], isRead: Bool = false) throws -> ChildProcess {
    let process = try ChildProcess((wrappers[command[0]] ?? []) + command, environment: environment, isRead: isRead)
    processes.append(process)
    return process
  }

  @discardableResult func start(service: String, _ options: String..., isRead: Bool = false) throws -> ChildProcess {
    try start([program(service)] + options + ["--lifeline"], isRead: isRead)
  }

  @discardableResult func start(_ role: Role, _ arguments: [String], isRead: Bool = false) throws -> ChildProcess {
    try start([program("holocron-bench"), "role", role.rawValue, "--"] + arguments, isRead: isRead)
  }

  /// Starts a program that does not watch its standard input; it ends with this process all the same.
  @discardableResult func start(foreign command: [String]) throws -> ChildProcess {
    try start(["setpriv", "--pdeathsig", "TERM", "--"] + command)
  }

  /// Starts `zmq_proxy` with an echo process.
  func startProxy() throws {
    try start(.proxy, [proxy, endpoint("back")])
    try start(.echo, [endpoint("back")])
  }

  /// Starts broker, fetcher and cache. The fetcher asks `origin`.
  @discardableResult func startBus(
    origin: String = "embedded", concurrency: Int = 8, store: String = "memory", memory: String = "64MiB"
  ) throws -> (
    broker: ChildProcess, fetcher: ChildProcess, cache: ChildProcess
  ) {
    // Nobody waits for the requests that are in flight at the end.
    let ending = ["--drain-timeout", "0s", "--lifeline"]
    return (
      broker: try start(service: "holocron-broker"),
      fetcher: try start([program("holocron-fetcher"), "--origin", origin, "--concurrency", String(concurrency)] + ending),
      cache: try start([program("holocron-cache"), "--store", store, "--memory", memory] + ending)
    )
  }

  /// Waits until the cache answers, with a record that is cached from then on. Returns its bytes.
  @discardableResult func waitForCache() throws -> [UInt8] {
    try content(of: CachedRecord.head, from: CachedRecord.service)
  }

  /// Runs a command to its end and returns its standard output.
  func output(_ command: [String]) throws -> [UInt8] { try ChildProcess.output(command, environment: environment) }

  /// Runs a command to its end and returns its standard output, or `nil` if it fails. Discards its error messages.
  func outputIfAny(_ command: [String]) -> [UInt8]? {
    try? ChildProcess.output(command, environment: environment, errors: Spawn.Stream.none)
  }

  /// Returns the wall time of a whole process in milliseconds.
  func milliseconds(_ command: [String]) throws -> Double {
    try ChildProcess.time(command, environment: environment) / .milliseconds(1)
  }

  /// Repeats `attempt` until it returns a value; it is called every 20 ms. Throws after `limit`.
  func wait<Value>(
    for what: String, within limit: Duration = .seconds(20), _ attempt: () throws -> Value?
  ) throws -> Value {
    let start = ContinuousClock.now
    while start.duration(to: .now) < limit {
      if let value = try attempt() { return value }
      _ = Polling.wait(for: [], within: .milliseconds(20))
    }
    throw BenchmarkError("waited \(limit) for \(what)")
  }

  /// Returns the content of the answer to a request over the bus. Throws unless its status is 200.
  func content(of head: String, from service: String) throws -> [UInt8] {
    let socket = try RawSocket(connectedTo: bus)
    socket.send(BusRequest(service, head).frames)
    guard let frames = socket.receiveFrames(), frames.count > 6 else { throw BenchmarkError("no answer from \(service) to '\(head)'") }
    guard frames[4] == Array("200".utf8) else {
      throw BenchmarkError("\(service) answered '\(head)' with \(String(decoding: frames[4] + [0x20] + frames[6], as: UTF8.self))")
    }
    return frames[6]
  }

  func statistics(of service: String) throws -> JSON {
    try JSON(parsing: content(of: "GET /stats", from: service))
  }

  /// Runs holocron-load and returns the answers per second.
  func loadTesterRate(_ arguments: [String]) throws -> Double {
    let report = file("load.json")
    let command = arguments + ["--report", report]
    // Its progress goes to standard error.
    guard outputIfAny([program("holocron-load")] + command) != nil else {
      throw BenchmarkError("'holocron-load \(command.joined(separator: " "))' failed")
    }
    let json = try JSON(parsing: RegularFile.read(report, upTo: 64 << 20))
    guard let rate = json["totals"]?["doneRate"]?.double else { throw BenchmarkError("no rate in \(report)") }
    return rate
  }
}
