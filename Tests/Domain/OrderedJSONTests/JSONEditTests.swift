import Testing

@testable import OrderedJSON

@Suite struct JSONEditTests {
  static let changes: [(before: String, path: String, value: String?, after: String)] = [
    ("{}", "a", "1", "{\n  \"a\": 1\n}"), ("{ }\n", "a.b", "\"x\"", "{\n  \"a\": {\n    \"b\": \"x\"\n  }\n}\n"),
    (#"{"a": 1}"#, "a", "2", #"{"a": 2}"#), (#"{"a": 1.50, "z": [1, {"a": 2}]}"#, "b", "2", #"{"a": 1.50, "z": [1, {"a": 2}], "b": 2}"#),
    (#"{"log": {"level": "info"}}"#, "log.level", "\"debug\"", #"{"log": {"level": "debug"}}"#),
    (#"{"log.level": "info"}"#, "log.level", "\"debug\"", #"{"log.level": "debug"}"#),
    (#"{"log": {"format": "}\"{"}}"#, "log.level", "1", #"{"log": {"format": "}\"{", "level": 1}}"#),
    ("{\n\t\"a\": {\n\t\t\"b\": 1\n\t}\n}\n", "a.c", "2", "{\n\t\"a\": {\n\t\t\"b\": 1,\n\t\t\"c\": 2\n\t}\n}\n"),
    ("{\n  \"a\": {}\n}", "a.c", "2", "{\n  \"a\": {\n    \"c\": 2\n  }\n}"),
    (#"{"bus": "ipc:///x"}"#, "bus.heartbeat", "\"1s\"", #"{"bus": "ipc:///x", "bus.heartbeat": "1s"}"#),
    (#"{"a": {"b": 1}, "a.c": 2}"#, "a.c", "3", #"{"a": {"b": 1}, "a.c": 3}"#), (#"{"a\u002eb": 1}"#, "a.b", "3", #"{"a\u002eb": 3}"#),
    (#"{"a": 1, "b": 2}"#, "a", nil, #"{"b": 2}"#), (#"{"a": 1, "b": 2}"#, "b", nil, #"{"a": 1}"#), (#"{"a": 1}"#, "a", nil, "{}"),
    (#"{"a": {"b": {"c": 1}}, "d": 2}"#, "a.b.c", nil, #"{"d": 2}"#), (#"{"a": {"b": 1, "c": 2}}"#, "a.b", nil, #"{"a": {"c": 2}}"#),
    ("{\n  \"a\": 1,\n  \"b\": 2\n}\n", "b", nil, "{\n  \"a\": 1\n}\n"),
  ]

  @Test(arguments: changes)
  func `a member changes and all other bytes stay`(before: String, path: String, value: String?, after: String) throws {
    var edit = JSONEdit(Array(before.utf8))
    let path = path.split(separator: ".").map(String.init)
    if let value {
      edit.set(path, to: try JSON(parsing: value))
      #expect(edit.value(at: path) == (try JSON(parsing: value)))
    } else {
      let isRemoved = edit.remove(path)
      #expect(isRemoved)
      #expect(edit.value(at: path) == nil)
    }
    #expect(String(decoding: edit.bytes, as: UTF8.self) == after)
    _ = try JSON(parsing: edit.bytes)
  }

  @Test func `a member that does not exist cannot be removed`() {
    for text in ["{}", #"{"a": 1}"#, #"{"b": {"a": 1}}"#, #"{"a.c": 1}"#] {
      var edit = JSONEdit(Array(text.utf8))
      let isRemoved = edit.remove(["a", "b"])
      #expect(!isRemoved)
      #expect(edit.bytes == Array(text.utf8))
    }
  }
}
