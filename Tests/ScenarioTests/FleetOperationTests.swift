import MessageBus
import OrderedJSON
import Platform
import Synchronization
import TestSupport
import Testing

/// Scenarios of a running fleet: restarts, other sizes, logs, crashes, and the end of its supervisor.
@Suite(.serialized) struct FleetOperationTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private var logFolder: String { "\(sandbox.directory.path)/state/holocron" }

  /// The IDs of the running processes by name.
  private var pids: [String: Int] {
    Dictionary(
      uniqueKeysWithValues: sandbox.processes.compactMap { process in
        process["name"]?.string.flatMap { name in process["pid"]?.int.map { (name, $0) } }
      })
  }

  @Test func `down with the standard bus stops no fleet on another one`() async throws {
    let other = "ipc://\(sandbox.directory.file("other-bus"))"
    let standard = "ipc://\(sandbox.runtimeFolder)/bus"
    try await sandbox.up("--bus", other)
    let note = "holocron: nothing was stopped: the running fleet uses the bus \(other)\n"
    let option = try await sandbox.holocron("down", "--bus", standard)
    #expect(option.ending == .exited(0) && option.errors == note, "\(option.errors)")
    let variable = try await RunningProcess.start(
      ProductsDirectory.executable("holocron"), ["down"] + Sandbox.longTimeout,
      environment: sandbox.environment.merging(["HOLOCRON_BUS": standard]) { _, new in new })
    try await variable.ends(.exited(0))
    #expect(variable.errors == note)
    let file = sandbox.directory.file("config/holocron/config.json")
    try Folder.create(sandbox.directory.file("config/holocron"))
    try Files.write(Array(#"{"bus": "\#(standard)"}"#.utf8), to: file)
    #expect(try await sandbox.holocron("down").errors == note)
    try Files.write(Array("{}".utf8), to: file)
    #expect(try await sandbox.holocron("down").errors.contains("stopped holocron-supervisor"))
  }

  /// As logind removes the runtime folder when the user logs out.
  @Test func `down stops a fleet whose runtime folder was removed, also with an invalid configuration file`() async throws {
    try await sandbox.up("--origin", "embedded")
    let (supervisor, processes) = (try #require(sandbox.supervisor), pids)
    try FileSystem.rename(sandbox.runtimeFolder, to: sandbox.directory.file("away"))
    try await eventually("the fleet can be found") { sandbox.supervisor == supervisor }
    try Folder.create(sandbox.directory.file("config/holocron"))
    try sandbox.directory.write("{,}", to: "config/holocron/config.json")
    let down = try await sandbox.holocron("down")
    #expect(down.ending == .exited(0) && down.errors.contains("stopped holocron-supervisor (process \(supervisor))"), "\(down.errors)")
    for id in processes.values { #expect(RunningProgram.commandLine(of: Int32(id)) == nil) }
  }

  /// Requests for records in four tasks without a pause, every second of them past the cache. Counts the replies and keeps the failures.
  private final class Load: Sendable {
    private let failures = Mutex<[String]>([])
    private let replies = Mutex(0)
    private let isStopped = Mutex(false)
    private let client: BusClient
    private let task: Mutex<Task<Void, Never>?> = Mutex(nil)

    init(_ sandbox: Sandbox) throws {
      client = try BusClient(BusAddress(requests: Endpoint("ipc://\(sandbox.runtimeFolder)/bus")))
    }

    var count: Int { replies.withLock(\.self) }

    func start() {
      task.withLock {
        $0 = Task {
          await withTaskGroup { group in
            for number in 0..<4 { group.addTask { await self.run(number) } }
          }
        }
      }
    }

    private func run(_ number: Int) async {
      var step = number
      while !isStopped.withLock(\.self) {
        step += 1
        let fields: Fields = step % 2 == 0 ? ["cache-control": "no-cache"] : [:]
        let request = Request("GET", Target(["people", "\(1 + step % 10)"]), fields: fields)
        do throws(BusError) {
          let reply = try await client.ask("holocron.cache", request, within: .testLimit)
          replies.withLock { $0 += 1 }
          guard reply.status != 200 else { continue }
          failures.withLock { $0.append("\(reply.status) \(String(decoding: reply.content, as: UTF8.self))") }
        } catch { failures.withLock { $0.append("\(error)") } }
      }
    }

    /// Stops after the outstanding requests and returns the failures.
    func stop() async -> [String] {
      isStopped.withLock { $0 = true }
      await task.withLock(\.self)?.value
      await client.close()
      return failures.withLock(\.self)
    }
  }

  @Test func `a rolling restart of everything loses no request`() async throws {
    try await sandbox.up("--caches", "2")
    let before = pids
    let load = try Load(sandbox)
    load.start()
    try await eventually("replies") { load.count > 50 }
    let restart = try await sandbox.holocron("restart", "--all")
    #expect(restart.ending == .exited(0), "\(restart.errors)")
    #expect(
      restart.errors.hasSuffix("holocron: restarted broker, origin, fetcher-1, fetcher-2, cache-1, cache-2, search-1\n"),
      "\(restart.errors)")
    let count = load.count
    try await eventually("replies of the new processes") { load.count > count + 50 }
    let failures = await load.stop()
    #expect(failures.isEmpty, "\(failures.count) of \(load.count): \(failures.prefix(3))")
    let after = pids
    #expect(Set(after.keys) == Set(before.keys))
    #expect(before.allSatisfy { after[$0.key] != $0.value }, "\(before) \(after)")
    #expect(sandbox.processes.allSatisfy { $0["restarts"] == 1 && $0["ready"] == true })
    try await sandbox.down()
  }

  @Test func `only the chosen processes are restarted, and a running fleet keeps its origin`() async throws {
    try await sandbox.up("--origin", "embedded")
    let before = pids
    let restart = try await sandbox.holocron("restart", "fetcher-2", "cache")
    #expect(restart.ending == .exited(0), "\(restart.errors)")
    #expect(restart.errors == "holocron: restarted fetcher-2, cache-1\n")
    let after = pids
    #expect(Set(before.filter { after[$0.key] != $0.value }.keys) == ["fetcher-2", "cache-1"])
    let unknown = try await sandbox.holocron("restart", "cahce")
    #expect(unknown.ending == .exited(2))
    #expect(
      unknown.errors.contains("unknown process 'cahce' (available: broker, fetcher-1, fetcher-2, cache-1, search-1)"), "\(unknown.errors)")
    let refused = try await sandbox.holocron("up", "--origin", "https://swapi.dev/api")
    #expect(refused.ending == .exited(2))
    #expect(refused.errors.contains("the running fleet uses the origin embedded"), "\(refused.errors)")
    try await sandbox.down()
    // Only empty lock files stay.
    for name in Folder.names(in: sandbox.runtimeFolder) {
      #expect(Files.size("\(sandbox.runtimeFolder)/\(name)") == 0, "\(name)")
    }
  }

  @Test func `the number of workers changes under load, and no request is lost`() async throws {
    try await sandbox.up("--origin", "embedded")
    let load = try Load(sandbox)
    load.start()
    try await eventually("replies") { load.count > 20 }
    let more = try await sandbox.holocron("up", "--caches", "3", "--fetchers", "1")
    #expect(more.ending == .exited(0), "\(more.errors)")
    #expect(more.errors.hasPrefix("holocron: now 3 cache workers, 1 fetcher (holocron-supervisor, process "), "\(more.errors)")
    #expect(sandbox.processes.compactMap { $0["name"]?.string } == ["broker", "fetcher-1", "cache-1", "cache-2", "cache-3", "search-1"])
    let same = try await sandbox.holocron("scale", "cache=3")
    #expect(same.errors.hasPrefix("holocron: already 3 cache workers"), "\(same.errors)")
    let fewer = try await sandbox.holocron("scale", "cache=1", "search=0")
    #expect(fewer.ending == .exited(0), "\(fewer.errors)")
    #expect(sandbox.processes.compactMap { $0["name"]?.string } == ["broker", "fetcher-1", "cache-1"])
    let failures = await load.stop()
    #expect(failures.isEmpty, "\(failures.count) of \(load.count): \(failures.prefix(3))")
    try await sandbox.down()
  }

  @Test func `logs are merged, and followed across a restart`() async throws {
    try await sandbox.up("--origin", "embedded")
    let names = ["supervisor", "broker", "fetcher-1", "fetcher-2", "cache-1", "search-1"]
    // One worker of each service is enough for up.
    try await eventually("each process has logged") {
      names.allSatisfy { Files.bytes("\(logFolder)/\($0).log")?.contains(UInt8(ascii: "\n")) == true }
    }
    let all = try await sandbox.holocron("logs", "-n", "1000")
    #expect(all.ending == .exited(0), "\(all.errors)")
    for name in names {
      #expect(all.output.contains("\n\(name)") || all.output.hasPrefix(name), "\(name)")
    }
    // The threads of a process may write their lines in another order than that of their times; the order within a log is kept.
    var latest: [Substring: Substring] = [:]
    let times = all.output.split(separator: "\n").compactMap { line -> Substring? in
      guard let time = line.split(separator: "| ").last?.prefix(24) else { return nil }
      let name = line.prefix { $0 != " " && $0 != "|" }
      latest[name] = max(time, latest[name] ?? time)
      return latest[name]
    }
    #expect(times == times.sorted())
    let follow = try await sandbox.start("holocron", "logs", "--follow", "cache-1", "-n", "0", "--json")
    follow.closeInput()
    // The command reads the end of the log before the restart writes to it.
    try await eventually("the log is open") {
      Folder.names(in: "/proc/\(follow.pid)/fd").contains {
        Files.linkTarget("/proc/\(follow.pid)/fd/\($0)")?.hasSuffix("/cache-1.log") == true
      }
    }
    #expect(try await sandbox.holocron("restart", "cache-1").ending == .exited(0))
    let line = try await follow.line(on: .output, containing: "registered")
    #expect(try JSON(parsing: line)["process"] == "cache-1")
    follow.send(.interrupt)
    try await follow.ends(.exited(130))
    #expect(follow.errors.isEmpty, "\(follow.errors)")
    try await sandbox.down()
  }

  @Test func `a crash of a process leaves a report, to which doctor points`() async throws {
    try await sandbox.up("--origin", "embedded")
    let cache = try #require(pids["cache-1"])
    Signal.segmentationFault.send(to: Int32(cache))
    try await eventually("cache-1 is restarted") {
      sandbox.processes.contains { $0["name"] == "cache-1" && $0["restarts"] == 1 && $0["ready"] == true }
    }
    let name = try #require(Folder.names(in: "\(logFolder)/crashes").first)
    #expect(name.hasSuffix("-cache-1-\(cache).txt"))
    let report = try #require(Files.text("\(logFolder)/crashes/\(name)"))
    #expect(report.contains("Process  cache-1 (process \(cache))\n"), "\(report)")
    #expect(report.contains("Ended    signal 11 (SIGSEGV) after"), "\(report)")
    #expect(report.contains(" info registered "), "\(report)")
    let doctor = try await sandbox.holocron("doctor")
    #expect(doctor.ending == .exited(0), "\(doctor.output)")
    #expect(doctor.output.contains("\(logFolder)/crashes/\(name)"), "\(doctor.output)")
    try await sandbox.down()
  }

  @Test(arguments: [Signal.segmentationFault, .kill]) func `the crash of a node is reported by the next one`(signal: Signal) async throws {
    #expect(try await sandbox.holocron("films").ending == .exited(0))
    let file = PidFile("\(sandbox.runtimeFolder)/node.pid")
    let node = try #require(file.holder)
    signal.send(to: node)
    try await eventually("the end of the node") { file.holder == nil }
    #expect(try await sandbox.holocron("films").ending == .exited(0))
    let name = try #require(Folder.names(in: "\(logFolder)/crashes").first)
    let report = try #require(Files.text("\(logFolder)/crashes/\(name)"))
    #expect(report.contains("Process  node (process \(node))\n"), "\(report)")
    #expect(report.contains(signal == .kill ? "Ended    without stopping first" : "Ended    signal 11 (SIGSEGV)"), "\(report)")
    try await sandbox.down()
    // A node that was stopped did not crash.
    #expect(try await sandbox.holocron("films").ending == .exited(0))
    #expect(Folder.names(in: "\(logFolder)/crashes").count == 1)
    let logs = try await sandbox.holocron("logs", "node", "-n", "5")
    #expect(logs.output.split(separator: "\n").count == 5, "\(logs.output)")
    let cache = try await sandbox.holocron("logs", "cache")
    #expect(cache.ending == .exited(2))
    #expect(cache.errors.contains("see holocron logs node"), "\(cache.errors)")
    try await sandbox.down()
  }
}
