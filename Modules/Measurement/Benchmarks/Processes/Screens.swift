import Platform

/// The explorer on a pseudo-terminal, and the times from its keys to the frames that answer them.
///
/// The explorer encloses each frame in synchronised output (mode 2026). The answer to a key is the first frame that begins after the key was
/// sent and contains what the key shows, so that frames of arriving data do not count.
final class ExplorerKeys {
  private static let frameStart = Array("\u{1B}[?2026h".utf8)
  private static let frameEnd = Array("\u{1B}[?2026l".utf8)

  private let terminal: PseudoTerminal
  private let process: SpawnedProcess

  init(_ command: [String], environment: [String: String], columns: UInt16, rows: UInt16) throws(BenchmarkError) {
    do {
      terminal = try PseudoTerminal(columns: columns, rows: rows)
      process = try terminal.start(Spawn(command[0], Array(command.dropFirst()), environment: environment))
    } catch { throw BenchmarkError("cannot start \(command[0]): \(error)") }
  }

  deinit {
    Signal.kill.send(to: process.id)
    process.wait()
  }

  /// Reads and discards output for `time`, without pressing a key.
  func rest(_ time: Duration) {
    let start = ContinuousClock.now
    while case let left = time - start.duration(to: .now), left > .zero { _ = terminal.output(within: left) }
  }

  /// Sends a key and returns the time until the last byte of its frame has arrived. `mark` is a text that the frame contains.
  func press(_ key: String, until mark: String) throws(BenchmarkError) -> Duration {
    let limit = Duration.seconds(5)
    // Output from before the key does not answer it.
    _ = terminal.output()
    let start = ContinuousClock.now
    terminal.type(key)
    var written: [UInt8] = []
    while case let left = limit - start.duration(to: .now), left > .zero {
      let output = terminal.output(within: left)
      guard !output.isEmpty else { break }
      written += output
      let now = ContinuousClock.now
      while let frame = Self.nextFrame(of: &written) {
        if String(decoding: frame, as: UTF8.self).contains(mark) { return start.duration(to: now) }
      }
    }
    throw BenchmarkError("'\(key)' did not show '\(mark)' within \(limit)")
  }

  /// Removes the first complete frame and everything before it; `nil` if no frame is complete.
  private static func nextFrame(of output: inout [UInt8]) -> ArraySlice<UInt8>? {
    guard let start = output.firstRange(of: frameStart), let end = output[start.upperBound...].firstRange(of: frameEnd) else { return nil }
    let frame = output[start.upperBound..<end.lowerBound]
    output.removeFirst(end.upperBound)
    return frame
  }
}

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
