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

  /// `{"process":"cache-1","time":"…","level":"info","message":"worker ready","fields":{"service":"holocron.cache"}}`, from a line of
  /// either format. A line that is no event has no level.
  public var json: JSON {
    var object: JSON.Object = ["process": .string(process)]
    if !time.isEmpty { object["time"] = .string(time) }
    var fields: JSON.Object = [:]
    if text.hasPrefix("{"), let members = (try? JSON(parsing: text))?.object {
      for member in members where member.name != "time" {
        if ["level", "message"].contains(member.name) { object[member.name] = member.value } else { fields[member.name] = member.value }
      }
    } else {
      let words = text.split(separator: " ", maxSplits: 2)
      let isEvent = words.count == 3 && Self.time(in: text) != nil
      if isEvent { object["level"] = .string(String(words[1])) }
      let event: (message: String, fields: JSON.Object) = isEvent ? Self.parts(of: words[2]) : (text, [:])
      object["message"] = .string(event.message)
      fields = event.fields
    }
    object["fields"] = .object(fields)
    return .object(object)
  }

  /// Returns the message and the pairs of `worker ready service=holocron.cache reason="no space"`.
  private static func parts(of event: Substring) -> (message: String, fields: JSON.Object) {
    var words = event.split(separator: " ", omittingEmptySubsequences: false)[...]
    let message = words.prefix { !$0.contains("=") }
    words = words.dropFirst(message.count)
    var fields: JSON.Object = [:]
    while let word = words.popFirst() {
      let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // No field of the programs: all of it is the message.
      guard halves.count == 2 else { return (String(event), [:]) }
      var value = String(halves[1])
      // A JSON string, which ends at the first quotation mark that is not escaped.
      while value.hasPrefix("\""), !isClosed(value.utf8), let next = words.popFirst() { value += " \(next)" }
      fields[String(halves[0])] = value.hasPrefix("\"") ? (try? JSON(parsing: value)) ?? .string(value) : .string(value)
    }
    return (message.joined(separator: " "), fields)
  }

  private static func isClosed(_ text: String.UTF8View) -> Bool {
    text.count > 1 && text.last == UInt8(ascii: "\"")
      && text.dropLast().reversed().prefix { $0 == UInt8(ascii: "\\") }.count.isMultiple(of: 2)
  }
}
