import Hosting
import Synchronization
import Text

/// The output of a child in a log file of bounded size, optionally echoed with the child's name as a prefix.
final class ChildLog: Sendable {
  /// The limit of the ``LogFile`` in bytes.
  static let limit = 4 << 20

  private let file: LogFile
  private let prefix: String
  private let echo: (@Sendable (String) -> Void)?
  private let last = Mutex(LastLines())

  var path: String { file.path }

  /// `echo` is called with each prefixed line, safe to write to a terminal. If the log file cannot be opened, the child runs without a log.
  init(_ name: String, in folder: String, echo: (@Sendable (String) -> Void)? = nil) {
    file = LogFile("\(folder)/\(name).log", limit: Self.limit)
    prefix = name + String(repeating: " ", count: max(0, 10 - name.count)) + "| "
    self.echo = echo
  }

  /// Forgets the ``lastLines`` of an earlier run of the child.
  func startRun() { last.withLock { $0 = LastLines() } }

  /// The last lines of output of this run, used to report why a child failed.
  var lastLines: [String] { last.withLock(\.lines) }
  var lastLine: String { lastLines.last ?? "" }

  func append(_ line: String) {
    echo?(prefix + line.printable)
    last.withLock { $0.append(line) }
    file.append(Array((line + "\n").utf8))
  }
}

/// The last lines of an output, at most ``maximumCount`` lines and ``maximumBytes`` bytes. Pure. A backtrace of a crash usually fits.
struct LastLines: Sendable {
  static let maximumCount = 200
  static let maximumBytes = 64 << 10

  private(set) var lines: [String] = []
  private var bytes = 0

  /// Appends a line and drops the oldest ones. The last line always stays.
  mutating func append(_ line: String) {
    lines.append(line)
    bytes += line.utf8.count
    let surplus = max(0, lines.count - Self.maximumCount)
    var dropped = 0
    while dropped < lines.count - 1, dropped < surplus || bytes > Self.maximumBytes {
      bytes -= lines[dropped].utf8.count
      dropped += 1
    }
    // Few at a time: each append costs one move of at most 200 lines.
    lines.removeFirst(dropped)
  }
}

/// Splits a stream of bytes into lines of bounded length. Pure.
///
/// Longer lines are truncated to ``maximumLength`` bytes, followed by a note of their full length, so that memory is bounded even if a line never
/// ends.
struct LineSplitter: Sendable {
  /// The maximum length of a line in bytes.
  static let maximumLength = 64 << 10

  private var kept: [UInt8] = []
  /// The length of the current line in bytes, including the truncated part.
  private var length = 0

  /// Appends bytes and returns the completed lines, without their line feeds.
  mutating func append(_ bytes: UnsafeRawBufferPointer) -> [String] {
    var lines: [String] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      keep(rest[..<end])
      lines.append(endLine())
      rest = rest[(end + 1)...]
    }
    keep(rest)
    return lines
  }

  /// Returns the last line at the end of the stream; `nil` if the stream ended with a line feed.
  mutating func finish() -> String? { length > 0 ? endLine() : nil }

  private mutating func keep(_ bytes: Slice<UnsafeRawBufferPointer>) {
    length += bytes.count
    kept.append(contentsOf: bytes.prefix(Self.maximumLength - kept.count))
  }

  private mutating func endLine() -> String {
    defer {
      kept.removeAll(keepingCapacity: true)
      length = 0
    }
    guard length > kept.count else { return String(decoding: kept, as: UTF8.self) }
    return String(decoding: Self.wholeCharacters(kept), as: UTF8.self) + " … (truncated from \(length) bytes)"
  }

  /// Returns `bytes` without an incomplete UTF-8 sequence at the end.
  private static func wholeCharacters(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    guard let start = bytes.lastIndex(where: { $0 & 0b1100_0000 != 0b1000_0000 }), bytes[start] >= 0b1100_0000 else { return bytes[...] }
    let needed = bytes[start] >= 0b1111_0000 ? 4 : bytes[start] >= 0b1110_0000 ? 3 : 2
    return bytes.count - start < needed ? bytes[..<start] : bytes[...]
  }
}
