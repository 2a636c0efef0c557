import Platform

/// The start of the explorer, until it shows a record and the names of its references from a warm cache, beside that of other full-screen programs.
struct ScreenStart: BenchmarkRow {
  let name = "screen"
  let summary = "the first full screen of holocron-tui, less and htop"
  let programs = ["less", "htop"]

  private static let shown = ["Luke Skywalker", "Tatooine", "Revenge of the Sith", "Imperial Speeder Bike", "Imperial shuttle"]

  func measure(on bench: Workbench) throws -> [Comparison] {
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
      "holocron-tui people/1", [bench.program("holocron-tui"), "people/1", "--no-autostart"],
      until: Self.shown)
    // Fill the cache before the first round.
    _ = try explorer.measure()
    let rounds = try Rounds(
      bench.rounds * 3,
      side("less", ["less", "/etc/passwd"], until: ["root:"]), explorer, side("htop", ["htop"], until: ["Quit"]))
    return [
      Comparison(
        "start to the first full screen, 132×43", ours: rounds.series(1, unit: "ms"),
        references: [rounds.series(0, unit: "ms"), rounds.series(2, unit: "ms")],
        bars: [Bar(.median(of: "holocron-tui people/1"), atMost: 60)])
    ]
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
