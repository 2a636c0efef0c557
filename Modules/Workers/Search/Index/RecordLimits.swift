import OrderedJSON

/// Limits of the part of a record that is indexed. Indexed words take many times the memory of their text, and an origin may send records of
/// megabytes.
struct RecordLimits {
  /// Maximum size of the text of a field, in bytes of UTF-8.
  static let fieldBytes = 4 << 10
  /// Maximum size of all fields of a record with their names, in bytes.
  static let recordBytes = 64 << 10
  /// Maximum size of the name of a field, in bytes.
  static let nameBytes = 256
  /// The size that a reference counts, in bytes: about that of its canonical JSON.
  private static let referenceBytes = 32
  /// The size that each field counts besides its name and value, in bytes.
  private static let overheadBytes = 16

  private var bytesLeft = RecordLimits.recordBytes

  /// Returns a canonical record without the parts beyond the limits: a text ends after the last character that fits, and references and fields
  /// that do not fit are left out. Arrays and objects among the extra members become text, as which they are searched. Takes time linear in
  /// the size of the record.
  static func applied(to record: JSON) -> JSON {
    guard let members = record.object else { return record }
    var limits = RecordLimits()
    let fields = members.compactMap { $0.name == "extra" ? nil : limits.field($0.name, $0.value, isExtra: false) }
    let extras = (members["extra"]?.object ?? [:]).compactMap { limits.field($0.name, $0.value, isExtra: true) }
    return .object(JSON.Object(extras.isEmpty ? fields : fields + [("extra", .object(JSON.Object(extras)))]))
  }

  /// Returns the part of a field that fits; `nil` if nothing does.
  private mutating func field(_ name: String, _ value: JSON, isExtra: Bool) -> (String, JSON)? {
    let size = name.utf8.count + Self.overheadBytes
    guard name.utf8.count <= Self.nameBytes, size < bytesLeft else { return nil }
    bytesLeft -= size
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
    let limit = min(Self.fieldBytes, bytesLeft)
    var (end, size) = (text.utf8.count <= limit ? text.endIndex : text.startIndex, text.utf8.count <= limit ? text.utf8.count : 0)
    while end < text.endIndex {
      let next = text.index(after: end)
      let more = text.utf8.distance(from: end, to: next)
      guard size + more <= limit else { break }
      (end, size) = (next, size + more)
    }
    guard size > 0 || text.isEmpty else { return nil }
    bytesLeft -= size
    return .string(String(text[..<end]))
  }
}
