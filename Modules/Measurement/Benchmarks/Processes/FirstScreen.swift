import Platform

/// Measures the start of a full-screen program on a pseudo-terminal.
enum FirstScreen {
  /// Runs `command` on a terminal of the given size and returns the time until it has written all of `marks`; then kills the program. Throws if
  /// the program ends, or 30 s pass, before that.
  static func time(
    _ command: [String], until marks: [String], environment: [String: String], columns: UInt16 = 132, rows: UInt16 = 43
  ) throws(BenchmarkError) -> Duration {
    let limit = Duration.seconds(30)
    let start: ContinuousClock.Instant
    let terminal: PseudoTerminal
    let process: SpawnedProcess
    do {
      terminal = try PseudoTerminal(columns: columns, rows: rows)
      start = .now
      process = try terminal.start(Spawn(command[0], Array(command.dropFirst()), environment: environment))
    } catch { throw BenchmarkError("cannot start \(command[0]): \(error)") }
    defer {
      Signal.kill.send(to: process.id)
      process.wait()
    }
    var written: [UInt8] = []
    while start.duration(to: .now) < limit {
      let output = terminal.output(within: limit)
      guard !output.isEmpty else { break }
      written += output
      let text = String(decoding: written, as: UTF8.self)
      if marks.allSatisfy(text.contains) { return start.duration(to: .now) }
    }
    let output = String(decoding: written.suffix(2_000), as: UTF8.self)
    throw BenchmarkError("'\(command.joined(separator: " "))' did not show \(marks); output: \(output)")
  }
}
