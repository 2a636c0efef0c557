import Platform

/// A full-screen program on a pseudo-terminal, killed with this object.
final class ScreenProgram {
  private static let frameStart = Array("\u{1B}[?2026h".utf8)
  private static let frameEnd = Array("\u{1B}[?2026l".utf8)

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

  /// Reads and discards output for `time`, without pressing a key.
  func rest(_ time: Duration) {
    let start = ContinuousClock.now
    while case let left = time - start.duration(to: .now), left > .zero { _ = terminal.output(within: left) }
  }

  /// Returns the time from the start until all of `marks` have been written.
  func time(until marks: [String]) throws -> Duration {
    try time(since: start, within: .seconds(30), until: "\(marks)") { written in
      let text = String(decoding: written, as: UTF8.self)
      return marks.allSatisfy(text.contains)
    }
  }

  /// Sends a key and returns the time until the last byte of its frame has arrived: the first frame that begins after the key and contains
  /// `mark`, so that frames of arriving data do not count. The explorer encloses each frame in synchronised output (mode 2026).
  func press(_ key: String, until mark: String) throws -> Duration {
    // Output from before the key does not answer it.
    _ = terminal.output()
    let start = ContinuousClock.now
    terminal.type(key)
    return try time(since: start, within: .seconds(5), until: "'\(mark)' after '\(key)'") { written in
      while let frame = Self.nextFrame(of: &written) { if String(decoding: frame, as: UTF8.self).contains(mark) { return true } }
      return false
    }
  }

  private func time(
    since start: ContinuousClock.Instant, within limit: Duration, until what: String, _ isComplete: (inout [UInt8]) -> Bool
  ) throws -> Duration {
    var written: [UInt8] = []
    while case let left = limit - start.duration(to: .now), left > .zero {
      let output = terminal.output(within: left)
      guard !output.isEmpty else { break }
      written += output
      let now = ContinuousClock.now
      if isComplete(&written) { return start.duration(to: now) }
    }
    throw BenchmarkError("the screen did not show \(what); output: \(String(decoding: written.suffix(2_000), as: UTF8.self))")
  }

  /// Removes the first complete frame and everything before it; `nil` if no frame is complete.
  private static func nextFrame(of output: inout [UInt8]) -> ArraySlice<UInt8>? {
    guard let start = output.firstRange(of: frameStart), let end = output[start.upperBound...].firstRange(of: frameEnd) else { return nil }
    let frame = output[start.upperBound..<end.lowerBound]
    output.removeFirst(end.upperBound)
    return frame
  }
}
