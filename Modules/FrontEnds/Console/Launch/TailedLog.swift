import Platform

/// Reads the lines of a log, at first the last ones, then those that are added. Follows the log when it is renamed to `PATH.1` and a new file
/// takes its place.
public struct TailedLog: Sendable {
  public let process: String
  public let path: String
  private var file: Descriptor?
  /// The file `PATH.1` when ``file`` was opened.
  private var renamed: Descriptor?
  /// The position in ``file`` of the next byte to read.
  private var offset = 0
  /// The start of a line whose end has not been written yet.
  private var partial: [UInt8] = []
  private var lastTime = ""

  /// A log has at most 4 MiB; a line that is longer is broken.
  private static let maximumLine = 1 << 20
  private static let chunk = 64 << 10
  private static let lineFeed = UInt8(ascii: "\n")

  public init(_ process: String, path: String) {
    self.process = process
    self.path = path
  }

  /// Returns the last lines, at most `count`, also those of the file that was renamed last. Call it first, with 0 to skip
  /// them, or not at all to read everything.
  public mutating func last(_ count: Int) -> [LogLine] {
    renamed = try? Descriptor.open("\(path).1", for: .reading)
    file = try? Descriptor.open(path, for: .reading)
    let hasEnough = skip(toLast: count)
    var lines: [LogLine] = []
    if !hasEnough, let renamed { lines = readAll(renamed, last: count) }
    lines += readAdded(last: count)
    return lines.suffix(count)
  }

  /// Returns the lines of the file `PATH.1`, or the last ones.
  private mutating func readAll(_ file: Descriptor, last count: Int? = nil) -> [LogLine] {
    var log = TailedLog(process, path: "\(path).1")
    log.file = file
    log.lastTime = lastTime
    if let count { _ = log.skip(toLast: count) }
    let lines = log.readAdded(last: count) + log.endLine()
    lastTime = log.lastTime
    return lines
  }

  /// Moves to the start of a line from which at least `count` lines follow, or to the start of the file. Searches from the end, so that the
  /// cost depends on what is shown. Returns `false` if the file may have fewer lines.
  private mutating func skip(toLast count: Int) -> Bool {
    guard let file, let size = file.size else { return false }
    var (start, lineStart, found) = (size, size, 0)
    do throws(SystemError) {
      while start > 0, found <= count {
        let length = min(start, Self.chunk)
        start -= length
        try file.seek(to: start)
        let bytes = try file.read(upTo: length)
        lineStart = bytes.firstIndex(of: Self.lineFeed).map { start + $0 + 1 } ?? start
        // Empty lines are not shown, so their ends do not count.
        for (previous, byte) in zip(bytes, bytes.dropFirst()) where byte == Self.lineFeed && previous != Self.lineFeed { found += 1 }
      }
      offset = start > 0 ? lineStart : 0
      try file.seek(to: offset)
    } catch { return false }
    return found >= count
  }

  /// Returns the lines that were added since the last call.
  public mutating func added() -> [LogLine] {
    var lines = readAdded()
    guard let next = try? Descriptor.open(path, for: .reading) else { return lines }
    let isSame = file.map { $0.isSameFile(as: next) } ?? false
    // A log that cannot be renamed is emptied instead.
    guard !isSame || (next.size ?? 0) < offset else { return lines }
    // Written between reading and renaming.
    if !isSame { lines += readAdded() }
    lines += endLine()
    if let file {
      if !isSame { lines += readRenamed(after: file) }
    } else {
      renamed = try? Descriptor.open("\(path).1", for: .reading)
    }
    file = next
    offset = 0
    return lines + readAdded()
  }

  /// Returns the lines of `PATH.1` if that file followed `old`: the log has been renamed more than once since the last look.
  private mutating func readRenamed(after old: Descriptor) -> [LogLine] {
    let before = renamed
    renamed = try? Descriptor.open("\(path).1", for: .reading)
    // If `PATH.1` is still the file of before, the log was removed, not renamed. That file is open, so no other one has its identity.
    guard let renamed, !renamed.isSameFile(as: old), before.map({ !renamed.isSameFile(as: $0) }) ?? true else { return [] }
    return readAll(renamed)
  }

  /// Reads to the end of the file. With `count`, keeps at least as many of the last lines, and not many more.
  private mutating func readAdded(last count: Int? = nil) -> [LogLine] {
    guard let file else { return [] }
    var lines: [LogLine] = []
    var buffer = [UInt8](repeating: 0, count: Self.chunk)
    while true {
      let size = buffer.withUnsafeMutableBytes { (try? file.read(into: $0)) ?? 0 }
      guard size > 0 else { return lines }
      offset += size
      var rest = buffer[..<size]
      while let end = rest.firstIndex(of: Self.lineFeed) {
        partial += rest[..<end]
        lines += endLine()
        rest = rest[(end + 1)...]
      }
      partial += rest
      if partial.count > Self.maximumLine { lines += endLine() }
      // A file without line feeds has few ends to look for, so all of it is read.
      if let count, lines.count > 2 * count + 1 { lines.removeFirst(lines.count - count) }
    }
  }

  /// Returns the line that has been read so far, if there is one.
  private mutating func endLine() -> [LogLine] {
    guard !partial.isEmpty else { return [] }
    defer { partial.removeAll(keepingCapacity: true) }
    let line = LogLine(String(decoding: partial, as: UTF8.self), of: process, after: lastTime)
    lastTime = line.time
    return [line]
  }
}
