/// Reference to a record by kind and ID. Its text form is `people/1`, never a URL.
public struct Reference: Sendable, Hashable, Comparable, CustomStringConvertible {
  public let kind: KindName
  /// 1 or more. The IDs of a kind may have gaps.
  public let id: Int

  public init(_ kind: KindName, _ id: Int) {
    self.kind = kind
    self.id = id
  }

  /// Parses `people/1`. Returns `nil` for anything else, including IDs with a sign or leading zeros.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let kind = KindName(parts[0]), let id = Int(parts[1]), id > 0, String(id) == parts[1] else { return nil }
    self.init(kind, id)
  }

  public init?(_ text: Substring) { self.init(String(text)) }

  public var description: String { "\(kind)/\(id)" }

  public static func < (left: Reference, right: Reference) -> Bool {
    (left.kind, left.id) < (right.kind, right.id)
  }
}
