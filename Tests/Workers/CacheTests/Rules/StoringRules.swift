import MessageBus

@testable import Cache

extension CachingRule {
  /// Which answers are stored (RFC 9111 sections 3, 4.1 and 5.2.2).
  static let storing = [
    CachingRule("3", "an answer without fields is stored", [:], .fresh(100)),
    CachingRule("3", "public permits what is permitted anyway", ["cache-control": "public"], .fresh(100)),
    CachingRule("5.2.2.5", "no-store forbids storing", ["cache-control": "no-store"], .notStored),
    CachingRule("5.2.2.5", "a lifetime does not weaken no-store", ["cache-control": "max-age=60, no-store"], .notStored),
    CachingRule("5.2", "names of directives are case-insensitive", ["cache-control": "No-Store"], .notStored),
    CachingRule("5.2.2.7", "a shared cache does not store private answers", ["cache-control": "private"], .notStored),
    CachingRule("5.2.2.7", "private with names of fields may be treated as private", ["cache-control": "private=\"x-a\""], .notStored),
    CachingRule("5.2.2.7", "a lifetime does not weaken private", ["cache-control": "private, max-age=60"], .notStored),
    CachingRule("5.2.2.3", "must-understand overrides no-store", ["cache-control": "must-understand, no-store"], .fresh(100)),
    CachingRule(
      "5.2.2.3", "must-understand keeps the lifetime", ["cache-control": "no-store, must-understand, max-age=50"], .fresh(50)),
    CachingRule("5.2.2.3", "must-understand alone changes nothing", ["cache-control": "must-understand"], .fresh(100)),
    CachingRule("5.2.2.3", "must-understand does not override private", ["cache-control": "must-understand, private"], .notStored),
    CachingRule("5.2.3", "unknown directives are ignored", ["cache-control": "community=\"UCI\""], .fresh(100)),
    CachingRule("5.2.3", "an argument is not a directive", ["cache-control": "community=\"no-store, private\""], .fresh(100)),
    CachingRule("5.2", "an empty field says nothing", ["cache-control": ""], .fresh(100)),
    CachingRule("5.2", "empty list elements are ignored", ["cache-control": ", ,no-store, ,"], .notStored),
    CachingRule("4.1", "no request matches a star", ["vary": "*"], .notStored),
    CachingRule("4.1", "a star counts in a list", ["vary": "accept, *"], .notStored),
    CachingRule("4.1", "all requests to an origin have the same accept", ["vary": "accept"], .fresh(100)),
    CachingRule(
      "4.1", "all requests to an origin have the same fields", ["vary": "Accept-Language, User-Agent, Cookie"], .fresh(100)),
    CachingRule("4.1", "a name that contains a star is a name", ["vary": "x-*"], .fresh(100)),
    CachingRule("5.4", "pragma in an answer is not specified", ["pragma": "no-cache"], .fresh(100)),
    CachingRule(section: "3", rule: "a missing record is stored for a while", status: 404, outcome: .fresh(50)),
    CachingRule(section: "3", rule: "a record that is gone is stored for a while", status: 410, outcome: .fresh(50)),
    CachingRule(
      section: "4.2.1", rule: "a missing record has the lifetime of its fields", status: 404, response: ["cache-control": "max-age=20"],
      outcome: .fresh(20)),
    CachingRule(
      section: "5.2.2.5", rule: "no-store holds for a missing record", status: 404, response: ["cache-control": "no-store"],
      outcome: .notStored),
    CachingRule(
      section: "4.2.4", rule: "a missing record is never served stale", status: 404, after: 80, outcome: .fetch(.stale)),
    CachingRule("5.2.1.5", "no-store does not exclude a stored answer", after: 30, asking: "no-store", .fresh(70)),
    CachingRule(
      "5.2.1.5", "no-store still needs a fresh answer or a stale one that may be served", after: 350, asking: "no-store", .fetch(.stale)),
  ]
}
