import OrderedJSON
import Platform

/// The log file of a background program.
struct ServiceLog: Sendable {
  let path: String
  /// The name of the program, such as `holocron-cache`.
  let program: String

  /// The maximum size in bytes of a log that is read. A service keeps its log below 1 MiB, a supervisor those of its processes below 4 MiB.
  private static let maxSize = 1 << 23

  /// Returns the error in the last line after the first `size` bytes: the message with which the program ended, or an event of level error or
  /// critical. `nil` if the last line is another one.
  func lastError(after size: Int = 0) -> String? {
    guard let bytes = try? RegularFile.read(path, upTo: Self.maxSize) else { return nil }
    // A smaller file is a new one: the old log was full.
    let written = bytes.count >= size ? bytes[size...] : bytes[...]
    guard let line = written.split(separator: UInt8(ascii: "\n")).last else { return nil }
    return Self.error(in: String(decoding: line, as: UTF8.self), of: program)
  }

  /// Returns the warnings for users in the events after the first `size` bytes: what the service keeps in memory because it cannot use a file,
  /// and why (`the cache is kept in memory only: cannot create …`), and an origin that is not encrypted.
  func warnings(after size: Int = 0) -> [String] {
    guard let bytes = try? RegularFile.read(path, upTo: Self.maxSize) else { return [] }
    let written = bytes.count >= size ? bytes[size...] : bytes[...]
    return written.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let line = String(decoding: line, as: UTF8.self)
      guard Self.warnings.contains(where: line.contains), let fields = LogLine(line, of: "", after: "").json["fields"],
        let reason = fields["reason"]?.string
      else { return nil }
      return fields["store"]?.string.map { "\($0) is kept in memory only: \(reason)" } ?? reason
    }
  }

  /// Log messages of services: their data is in memory only, or their origin is not encrypted.
  private static let warnings = ["no file can be used; keeping it in memory", "origin is not encrypted"]

  /// Returns the error in a line of the log of `program`; `nil` if it is another line.
  static func error(in line: String, of program: String) -> String? {
    // The dynamic linker writes the path of the program instead of its name.
    if let colon = line.firstRange(of: ": ") {
      let name = line[..<colon.lowerBound]
      if name == program || name.hasSuffix("/\(program)") { return String(line[colon.upperBound...]) }
    }
    if line.hasPrefix("{") {
      let event = try? JSON(parsing: line)
      return isError(event?["level"]?.string ?? "") ? line : nil
    }
    // The time, the level and the event.
    let words = line.split(separator: " ", maxSplits: 2).map(String.init)
    return words.count == 3 && isError(words[1]) ? words[2] : nil
  }

  private static func isError(_ level: String) -> Bool { level == "error" || level == "critical" }
}
