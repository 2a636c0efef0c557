import Contracts
import MessageBus
import Models
import OrderedJSON
import Testing

@testable import Cache

/// Lines of exported files, also hostile ones.
struct EntryLineTests {
  private static let now = WallTime(seconds: 1_700_000_100)

  /// A valid line with other members; `nil` removes one.
  private static func line(_ changes: [String: JSON?] = [:]) -> [UInt8] {
    var object: JSON.Object = [
      "key": "/people/1", "origin": "embedded", "status": 200, "etag": "\"1\"", "cache-control": "must-revalidate, max-age=500",
      "expires": "0",
      "validated": 1_700_000_000_000,
      "fresh-until": 1_700_000_500_000, "stale-until": 1_700_000_600_000, "stale-if-error-until": 1_700_000_700_000,
      "body": ["kind": "people", "id": 1, "name": "Padmé"],
    ]
    for (name, value) in changes { object[name] = value }
    return JSON.object(object).bytes()
  }

  private static func reason(_ line: [UInt8]) -> String? {
    do throws(EntryLine.Rejection) {
      _ = try EntryLine.decode(line, now: now)
      return nil
    } catch { return error.reason }
  }

  @Test func `a line is decoded as it was encoded`() throws {
    let write = try EntryLine.decode(Self.line(), now: Self.now)
    #expect(write.key == .record(Reference(.people, 1)))
    #expect(write.entry.origin == .embedded && write.entry.entityTag == "\"1\"")
    #expect(write.validatedAt == WallTime(seconds: 1_700_000_000))
    #expect(EntryLine.encode(write.key, write.entry) == Self.line())
  }

  @Test(
    arguments: [
      (["key": nil], "it has no key"), (["key": "/people/0"], "the key"), (["key": "/people/01"], "the key"),
      (["key": "people/1"], "the key"),
      (["key": "/people?sort=name"], "the key"), (["key": "/people?page=all"], "the key"), (["key": "/people?page=1"], "the key"),
      (["key": "/../../etc/passwd"], "the key"), (["key": 7], "it has no key"), (["key": "/names?of=people/1"], "the key"),
      (["key": "/stats"], "the body"), (["key": "/people/2"], "the body is not people/2"), (["key": "/films/1"], "the body is not films/1"),
      (["key": "/people"], "the body is not page 1 of people"), (["key": "/kinds"], "the body is not the list of kinds"),
      (["status": 500], "the status"), (["status": "200"], "the status"), (["status": 404], "the body is not a problem"),
      (["origin": ""], "the origin"), (["origin": "two words"], "the origin"), (["origin": nil], nil), (["etag": nil], nil),
      (["etag": "\"\r\nage: 0\""], "'etag'"), (["etag": ""], "'etag'"),
      (["location": .string(String(repeating: "x", count: 2_049))], "'location'"),
      (["cache-control": nil, "expires": nil], nil), (["cache-control": ""], "'cache-control'"), (["cache-control": 1], "'cache-control'"),
      (["cache-control": "max-age=500,\tpublic"], nil), (["expires": "\n"], "'expires'"), (["last-modified": 5], "'last-modified'"),
      (["validated": 1_700_000_160_000], nil),
      (["validated": 1_700_000_160_001], "'validated' is in the future"), (["validated": -1], "'validated'"),
      (["fresh-until": 9_223_372_036_854_775_807], "'fresh-until'"), (["stale-until": nil], "'stale-until'"),
      (["stale-if-error-until": "never"], "'stale-if-error-until'"), (["body": nil], "it has no body"), (["body": "text"], "the body"),
    ] as [([String: JSON?], String?)])
  func `lines that are no entries are rejected with the reason`(_ changes: [String: JSON?], _ reason: String?) {
    let found = Self.reason(Self.line(changes))
    #expect(reason.map { found?.contains($0) == true } ?? (found == nil), "\(found ?? "accepted")")
  }

  @Test(arguments: ["", "[]", "null", "{", "{\"key\":", "\u{0}", String(repeating: "[", count: 100_000)])
  func `what is no JSON object is rejected`(_ text: String) { #expect(Self.reason(Array(text.utf8)) == "it is not a JSON object") }

  /// The records of a page are entries of their own, and a page must not name one twice.
  @Test(arguments: [("[1,2]", 2, nil), ("[1,1]", 2, "the body"), ("[0]", 2, "the body"), ("[1]", 3, "the body")])
  func `pages are checked`(_ ids: String, _ number: Int, _ reason: String?) throws {
    let page = "{\"kind\":\"people\",\"page\":\(number),\"pages\":3,\"count\":2,\"items\":[]}"
    let body = try JSON(parsing: "{\"page\":\(page),\"ids\":\(ids),\"received\":\"ff\"}")
    let found = Self.reason(Self.line(["key": "/people?page=2", "body": body]))
    #expect(reason.map { found?.contains($0) == true } ?? (found == nil), "\(found ?? "accepted")")
  }
}
