public import OrderedJSON

/// A line in the log of a process. Pure.
public struct LogLine: Sendable, Hashable {
  /// `cache-1`
  public let process: String
  public let text: String
  /// The time of the event, `2026-01-31T12:00:00.000Z`; for a line without one, such as a line of a backtrace, that of the line before.
  public let time: String

  /// - Parameter previous: the time of the line before in the same log; empty if there is none.
  public init(_ text: String, of process: String, after previous: String) {
    self.process = process
    self.text = text
    time = Self.time(in: text) ?? previous
  }

  /// Returns the time with which a line begins, or that of a JSON event.
  public static func time(in text: String) -> String? {
    let word = text.hasPrefix(Self.jsonPrefix) ? text.dropFirst(Self.jsonPrefix.count).prefix { $0 != "\"" } : text.prefix { $0 != " " }
    // All times have the same length, so they sort as texts.
    guard word.utf8.count == "2026-01-31T12:00:00.000Z".utf8.count, word.hasSuffix("Z") else { return nil }
    let isTime = zip(word.utf8, "0000-00-00T00:00:00.000Z".utf8).allSatisfy { byte, form in
      form == UInt8(ascii: "0") ? (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) : byte == form
    }
    return isTime ? String(word) : nil
  }

  /// The members that the programs write first.
  private static let jsonPrefix = #"{"time":""#

  /// Returns the lines of all logs in the order of their times. Lines of one log stay in their order.
  public static func merged(_ logs: [[LogLine]]) -> [LogLine] {
    guard logs.count > 1 else { return logs.first ?? [] }
    // An earlier time after a later one, when the clock was set, does not change the order within a log.
    let keyed = logs.flatMap { lines -> [(String, LogLine)] in
      var latest = ""
      return lines.map { line in
        latest = max(latest, line.time)
        return (latest, line)
      }
    }
    return keyed.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
  }

  /// Returns `{"process":"cache-1","time":"…","level":"info","message":"worker starting"}`: the members of a JSON event after the process, or
  /// those of a text line. A line that is no event has only a message.
  public var json: JSON {
    var object: JSON.Object = ["process": .string(process)]
    if text.hasPrefix("{"), let event = try? JSON(parsing: text), let members = event.object {
      for member in members where object[member.name] == nil { object[member.name] = member.value }
      return .object(object)
    }
    let words = text.split(separator: " ", maxSplits: 2).map(String.init)
    guard words.count == 3, Self.time(in: words[0]) != nil else {
      object["message"] = .string(text)
      return .object(object)
    }
    object["time"] = .string(words[0])
    object["level"] = .string(words[1])
    object["message"] = .string(words[2])
    return .object(object)
  }
}
