import OrderedJSON

/// Limits of what the index keeps of one record. Indexed words take many times the memory of their text, and an origin may send records of
/// megabytes.
struct RecordLimits {
  /// Maximum size of the text of a field, in bytes of UTF-8.
  static let fieldBytes = 4 << 10
  /// Maximum size of all fields of a record with their names, in bytes.
  static let recordBytes = 64 << 10
  /// Maximum size of the name of a field, in bytes.
  static let nameBytes = 256
  /// What a reference counts, in bytes: about the size of its canonical JSON.
  private static let referenceBytes = 32
  /// What each field counts besides its name and value, in bytes.
  private static let overheadBytes = 16
  private static let extra = "extra"

  private var bytesLeft = RecordLimits.recordBytes

  private init() {}

  /// Returns a canonical record without what exceeds the limits: a text ends after the last character that fits, and the references and
  /// fields that do not fit are left out. Arrays and objects among the extra members become text, as which they are searched. Takes time
  /// linear in the size of the record.
  static func applied(to record: JSON) -> JSON {
    guard let members = record.object else { return record }
    var limits = RecordLimits()
    var fields: [(String, JSON)] = []
    for member in members where member.name != extra {
      if let field = limits.field(member.name, member.value, isExtra: false) { fields.append(field) }
    }
    var extras: [(String, JSON)] = []
    for member in members[extra]?.object ?? [:] {
      if let field = limits.field(member.name, member.value, isExtra: true) { extras.append(field) }
    }
    if !extras.isEmpty { fields.append((extra, .object(JSON.Object(extras)))) }
    return .object(JSON.Object(fields))
  }

  /// Returns the part of a field that fits; `nil` if nothing does.
  private mutating func field(_ name: String, _ value: JSON, isExtra: Bool) -> (String, JSON)? {
    let size = name.utf8.count
    guard size <= Self.nameBytes, size + Self.overheadBytes < bytesLeft else { return nil }
    bytesLeft -= size + Self.overheadBytes
    return self.value(value, isExtra: isExtra).map { (name, $0) }
  }

  private mutating func value(_ value: JSON, isExtra: Bool) -> JSON? {
    switch value {
    case .null, .bool: return value
    case .string(let string): return text(string)
    case .number(let number): return number.text.utf8.count <= Self.referenceBytes ? value : isExtra ? text(number.text) : nil
    case .array, .object:
      if isExtra { return text(value.text()) }
      if let fact = value["text"]?.string { return text(fact) }
      guard let references = value.array else {
        bytesLeft -= min(bytesLeft, Self.referenceBytes)
        return value
      }
      let kept = references.prefix(bytesLeft / Self.referenceBytes)
      bytesLeft -= kept.count * Self.referenceBytes
      return .array(Array(kept))
    }
  }

  private mutating func text(_ text: String) -> JSON? {
    let kept = text.prefix(ofBytes: min(Self.fieldBytes, bytesLeft))
    guard !kept.isEmpty || text.isEmpty else { return nil }
    bytesLeft -= kept.utf8.count
    return .string(kept)
  }
}

extension String {
  /// Returns the longest prefix of whole characters with at most `limit` bytes of UTF-8.
  fileprivate func prefix(ofBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var (end, size) = (startIndex, 0)
    while end < endIndex {
      let next = index(after: end)
      size += utf8.distance(from: end, to: next)
      guard size <= limit else { break }
      end = next
    }
    return String(self[..<end])
  }
}
