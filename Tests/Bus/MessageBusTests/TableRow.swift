import Testing

@testable import MessageBus

/// A row of a table of STATES.md as a script. Each line has events, separated by semicolons, and what follows from them:
///
/// - `=> a; b`: these actions, in this order; `=> -` none, `=> …` any, `=> … a` some that end with these.
/// - `=& a; b`: these actions in any order. `=~ a; b`: these actions, of those with the word "does". `=# 3 a`: three actions that contain "a".
///
/// `@1.5` sets the time in seconds, and `name = 1` is a fact of the machine. Heartbeats count only where a line names them.
struct TableRow: Sendable, CustomTestStringConvertible {
  let name: String
  let options: [String: Int]
  let lines: [String]

  var testDescription: String { name }

  /// Reads rows that are separated by empty lines. The first line of each is `#` and its name, with options in braces.
  static func all(_ text: String) -> [TableRow] {
    text.split(separator: "\n\n").map { paragraph in
      let lines = paragraph.split(separator: "\n").map(String.init)
      let head = lines[0].split(separator: " {")
      let options = head.dropFirst().flatMap { $0.dropLast().split(separator: ", ") }.map { $0.split(separator: " ") }
      return TableRow(
        name: String(head[0].dropFirst(2)), options: Dictionary(uniqueKeysWithValues: options.map { (String($0[0]), Int($0[1]) ?? 0) }),
        lines: Array(lines.dropFirst()))
    }
  }

  func check(_ script: inout some TableScript) throws {
    for line in lines {
      let mark = ["=>", "=&", "=~", "=#"].first { line.contains(" \($0) ") }
      let sides = mark.map { line.split(separator: " \($0) ", maxSplits: 1) } ?? [line[...]]
      for event in sides[0].split(separator: "; ") { try perform(event.split(separator: " ")[...], with: &script) }
      guard sides.count == 2 else { continue }
      let expected = sides[1].split(separator: "; ").map(String.init)
      let actions = script.takeActions().filter { line.contains("eartbeat") || !$0.contains("eartbeat") }
      switch (mark, expected[0]) {
      case ("=&", _): #expect(actions.sorted() == expected.sorted(), "\(line)")
      case ("=#", let text):
        let words = text.split(separator: " ", maxSplits: 1)
        #expect(actions.count { $0.contains(words[1]) } == Int(words[0]), "\(line): \(actions)")
      case ("=~", let first): #expect(actions.filter { $0.contains(" does ") } == (first == "-" ? [] : expected), "\(line)")
      case (_, "-"): #expect(actions == [], "\(line)")
      case (_, "…"): break
      case (_, let first) where first.hasPrefix("… "):
        let last = [String(first.dropFirst(2))] + Array(expected.dropFirst())
        #expect(Array(actions.suffix(last.count)) == last, "\(line)")
      default: #expect(actions == expected, "\(line)")
      }
    }
  }

  private func perform(_ event: ArraySlice<Substring>, with script: inout some TableScript) throws {
    var words = event
    if let time = words.first, time.hasPrefix("@") {
      script.now = script.start + .seconds(try #require(Double(time.dropFirst())))
      words = words.dropFirst()
    }
    if words.count == 3, words.dropFirst().first == "=" {
      return #expect(script.fact(String(words.first ?? "")) == words.last.flatMap { Int($0) }, "\(event)")
    }
    var times = 1
    if let last = words.last, last.hasPrefix("x"), let number = Int(last.dropFirst()) { (times, words) = (number, words.dropLast()) }
    for _ in 0..<times where !words.isEmpty { try script.perform(Array(words)) }
  }
}

/// A machine that a ``TableRow`` drives.
protocol TableScript {
  var start: Instant { get }
  var now: Instant { get set }
  mutating func perform(_ words: [Substring]) throws
  /// Returns the actions since the last call.
  mutating func takeActions() -> [String]
  func fact(_ name: String) -> Int?
}

extension TableScript {
  /// Sets the time to each whole second up to `end`.
  mutating func eachSecond(to end: Substring?, _ body: (inout Self) throws -> Void) rethrows {
    let first = Int(start.duration(to: now).components.seconds) + 1
    guard let end = end.flatMap({ Int($0) }), first <= end else { return }
    for second in first...end {
      now = start + .seconds(second)
      try body(&self)
    }
  }
}

/// An event that no script knows.
struct UnknownEvent: Error {
  let words: [Substring]
}
