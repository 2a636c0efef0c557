import Platform

/// A process whose instructions and allocations are counted by valgrind's callgrind, while it handles a fixed schedule of requests.
///
/// 64 requests are outstanding. Callgrind makes the process so slow that it always has a queue, so each run does the same work: counts of two runs
/// differ by 1 %. With one outstanding, they differ by up to 15 %, because it depends on the scheduler how often the threads of the process
/// wake each other.
package enum CountedProcess: CaseIterable, Sendable {
  case brokerEcho, brokerCached, cacheCached

  private static let outstanding = 64
  private static let requests = 1_000

  var name: String {
    switch self {
    case .brokerEcho: "broker, echo of 1024 bytes"
    case .brokerCached: "broker, cached GET"
    case .cacheCached: "cache worker, cached GET"
    }
  }

  private var program: String { self == .cacheCached ? "holocron-cache" : "holocron-broker" }

  /// Counts for all processes, up to three times, until `isEnough` returns `true` for the least counts so far. A run in which reads find fewer messages
  /// than usual costs up to 4 % more instructions and 7 % more allocations; no run costs less than the code needs. Takes about 20 s each time.
  /// - Parameter folder: the folder of the executables, without debug symbols that this valgrind cannot read.
  package static func leastCounts(executablesIn folder: String, isEnough: ([MessageCount]) -> Bool) throws -> [MessageCount] {
    var least: [MessageCount] = []
    for attempt in 0..<3 where attempt == 0 || !isEnough(least) {
      let counts = try allCases.map { try $0.count(executablesIn: folder) }
      least = attempt == 0 ? counts : zip(least, counts).map { $0.least($1) }
    }
    return least
  }

  /// Runs the process twice, with some and with more requests, and returns the cost of one.
  private func count(executablesIn folder: String) throws -> MessageCount {
    let (few, many) = (2, 6)
    return MessageCount(
      name, from: try profile(rounds: few, executablesIn: folder), to: try profile(rounds: many, executablesIn: folder),
      messages: (many - few) * Self.requests)
  }

  private func profile(rounds: Int, executablesIn folder: String) throws -> CallgrindProfile {
    let bench = try Workbench(executablesIn: folder, rounds: rounds)
    func content(of file: String) throws -> String {
      String(decoding: try RegularFile.read(bench.file(file), upTo: 64 << 20), as: UTF8.self)
    }
    // valgrind runs one thread at a time; with fair scheduling, the threads of the process take turns.
    let valgrind = ["valgrind", "--tool=callgrind", "--fair-sched=try"]
    bench.wrap(
      program, in: valgrind + ["--callgrind-out-file=\(bench.file("profile"))", "--log-file=\(bench.file("valgrind.log"))", "--"])
    do {
      try handleRequests(on: bench)
      bench.endProcesses()
      return try CallgrindProfile(parsing: content(of: "profile"))
    } catch {
      throw BenchmarkError("\(name): \(error); valgrind: \((try? content(of: "valgrind.log"))?.suffix(2_000) ?? "no log")")
    }
  }

  private func handleRequests(on bench: Workbench) throws {
    if self == .brokerEcho {
      try bench.start(service: "holocron-broker")
      try bench.start(.worker, [bench.bus])
    } else {
      try bench.startBus()
    }
    // The start takes seconds under callgrind.
    try bench.wait(for: "the broker") { FileSystem.exists(bench.busFile) ? () : nil }
    let fleet = try ClientFleet(
      on: bench, bench.bus, processes: 1, clients: 1, outstanding: Self.outstanding, requests: Self.requests,
      self == .brokerEcho ? BusRequest(echoOf: 1_024) : CachedRecord.request)
    for _ in 0..<bench.rounds { _ = try fleet.rate() }
  }
}

/// What valgrind's callgrind counted in a whole process. The file format: https://valgrind.org/docs/manual/cl-format.html
struct CallgrindProfile: Sendable, Hashable {
  /// Instructions of all threads.
  let instructions: Int
  /// Calls of functions that allocate memory.
  let allocations: Int

  /// The functions of libc that Swift, libzmq and C++ allocate with.
  private static let allocators: Set<Substring> = ["malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign"]

  init(instructions: Int, allocations: Int) { (self.instructions, self.allocations) = (instructions, allocations) }

  /// Throws if the file has no sum, which callgrind writes when the process ends.
  init(parsing text: String) throws {
    var instructions: Int?
    var allocations = 0
    // A name is written once, after its number in parentheses: 'cfn=(12) malloc'. Later lines have only the number.
    var allocatorNumbers: Set<Substring> = []
    var isAllocator = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("fn=") || line.hasPrefix("cfn=") {
        let words = line.drop { $0 != "(" }.split(separator: " ", maxSplits: 1)
        guard let number = words.first else { continue }
        if words.count > 1, Self.isAllocator(words[1]) { allocatorNumbers.insert(number) }
        if line.hasPrefix("cfn=") { isAllocator = allocatorNumbers.contains(number) }
      } else if isAllocator, line.hasPrefix("calls=") {
        allocations += line.dropFirst("calls=".count).split(separator: " ").first.flatMap { Int($0) } ?? 0
      } else if line.hasPrefix("totals:") {
        instructions = line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      }
    }
    guard let instructions else { throw BenchmarkError("no totals in the profile of callgrind") }
    self.init(instructions: instructions, allocations: allocations)
  }

  /// Names may have a version, `malloc@@GLIBC_2.2.5`, and a depth of recursion, `malloc'2`.
  private static func isAllocator(_ name: Substring) -> Bool { allocators.contains(name.prefix { $0 != "@" && $0 != "'" }) }
}
