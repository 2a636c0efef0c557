import Logging
import TestSupport
import Testing

@testable import Hosting

struct LogFormatTests {
  static let cases: [(String, Logger.Metadata, String, String)] = [
    (
      "worker ready", ["service": "holocron.cache", "credit": "64"], "T info worker ready credit=64 service=holocron.cache",
      #"{"time":"T","level":"info","label":"l","message":"worker ready","credit":"64","service":"holocron.cache"}"#
    ),
    (
      "asked", ["reason": "no \"luck\""], #"T info asked reason="no \"luck\"""#,
      #"{"time":"T","level":"info","label":"l","message":"asked","reason":"no \"luck\""}"#
    ),
    (
      "two\nlines", ["k": "a\nb"], #"T info two\nlines k="a\nb""#,
      #"{"time":"T","level":"info","label":"l","message":"two\nlines","k":"a\nb"}"#
    ),
    ("empty", ["a b=": ""], #"T info empty a_b_="""#, #"{"time":"T","level":"info","label":"l","message":"empty","a b=":""}"#),
    ("taken", ["level": "x"], "T info taken level=x", #"{"time":"T","level":"info","label":"l","message":"taken","metadata.level":"x"}"#),
    (
      "nested", ["ids": ["1", "2"], "at": ["x": "y"]], #"T info nested at="[\"x\": \"y\"]" ids="[\"1\", \"2\"]""#,
      #"{"time":"T","level":"info","label":"l","message":"nested","at":{"x":"y"},"ids":["1","2"]}"#
    ),
    ("\u{1B}[31mred", [:], #"T info \u001b[31mred"#, #"{"time":"T","level":"info","label":"l","message":"\u001b[31mred"}"#),
    (
      "\u{9B}2J\u{7F}é", ["k": "\u{202E}x", "l": "\u{E0061}"], #"T info \u009b2J\u007fé k="\u202ex" l="\udb40\udc61""#,
      #"{"time":"T","level":"info","label":"l","message":"\u009b2J\u007fé","k":"\u202ex","l":"\udb40\udc61"}"#
    ),
    // Visible, although Unicode calls it a format character.
    ("\u{600}1", [:], "T info \u{600}1", "{\"time\":\"T\",\"level\":\"info\",\"label\":\"l\",\"message\":\"\u{600}1\"}"),
  ]

  @Test(arguments: cases.indices)
  func `every event is one line`(index: Int) {
    let (message, metadata, text, json) = Self.cases[index]
    #expect(LogFormat.text.line(time: "T", level: .info, label: "l", message: message, metadata: metadata) == text)
    #expect(LogFormat.json.line(time: "T", level: .info, label: "l", message: message, metadata: metadata) == json)
  }

  @Test(arguments: LogFormat.allCases)
  func `text of origins and peers cannot control a terminal`(format: LogFormat) {
    let line = format.line(
      time: "T", level: .info, label: "l", message: HostileText.text, metadata: [HostileText.text: "\(HostileText.text)"])
    #expect(!line.unicodeScalars.contains { HostileText.scalars.contains($0) })
  }
}
