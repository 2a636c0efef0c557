import DequeModule
import Platform

/// What peers call themselves: the field `user-agent` (RFC 9110 section 10.1.5) of the first request on a connection that has it. For people who
/// look for a slow peer; nothing depends on these names, which nobody checks.
struct PeerNames {
  /// What this process calls itself: `holocron (pid 4711)`.
  static let own = "\(OwnProcess.name) (pid \(OwnProcess.id))"

  /// Maximum number of names; further ones replace the oldest.
  static let maxNames = 1_024
  /// Maximum length of a name in bytes; longer names are cut.
  static let maxLength = 64

  private var names: [PeerID: (text: String, number: UInt64)] = [:]
  /// Peers with a name, oldest first, and some whose names were removed. The number tells the names of one peer apart.
  private var order: Deque<(peer: PeerID, number: UInt64)> = []
  private var lastNumber: UInt64 = 0

  subscript(peer: PeerID) -> String? { names[peer]?.text }

  mutating func record(_ text: String, of peer: PeerID) {
    guard names[peer] == nil else { return }
    lastNumber += 1
    names[peer] = (Self.visible(text), lastNumber)
    order.append((peer, lastNumber))
    while order.count > Self.maxNames, let oldest = order.popFirst() {
      if names[oldest.peer]?.number == oldest.number { names[oldest.peer] = nil }
    }
  }

  mutating func remove(_ peer: PeerID) { if !names.isEmpty { names[peer] = nil } }

  /// Returns the text cut to ``maxLength``, with everything but visible ASCII and spaces replaced by `?`: names are shown on terminals.
  static func visible(_ text: String) -> String {
    String(decoding: text.utf8.prefix(maxLength).map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}
