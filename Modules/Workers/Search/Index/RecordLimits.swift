import OrderedJSON

/// Limits of the part of a record that is indexed. Indexed words take many times the memory of their text, and an origin may send records of
/// megabytes.
enum RecordLimits {
  /// Maximum size of the text of a field, in bytes of UTF-8.
  static let fieldBytes = 4 << 10
  /// Maximum size of all fields of a record with their names, in bytes.
  static let recordBytes = 64 << 10
  /// Maximum size of the name of a field, in bytes.
  static let nameBytes = 256
  /// The size that a reference counts, in bytes: about that of its canonical JSON.
  private static let referenceBytes = 32

  /// Returns a canonical record without the parts beyond the limits: long texts and lists are cut, and further fields are left out. Arrays and
  /// objects among the extra members become text, as which they are searched. Takes time linear in the size of the record.
  static func applied(to record: JSON) -> JSON {
    guard let members = record.object else { return record }
    var bytesLeft = recordBytes
    func limited(_ name: String, _ value: JSON, isExtra: Bool) -> (String, JSON)? {
      let value = Self.limited(value, isExtra: isExtra)
      let size = value.string.map(\.utf8.count) ?? referenceBytes * max(1, value.array?.count ?? 1)
      guard name.utf8.count <= nameBytes, name.utf8.count + size <= bytesLeft else { return nil }
      bytesLeft -= name.utf8.count + size
      return (name, value)
    }
    let fields = members.compactMap { $0.name == "extra" ? nil : limited($0.name, $0.value, isExtra: false) }
    let extras = (members["extra"]?.object ?? [:]).compactMap { limited($0.name, $0.value, isExtra: true) }
    return .object(JSON.Object(extras.isEmpty ? fields : fields + [("extra", .object(JSON.Object(extras)))]))
  }

  private static func limited(_ value: JSON, isExtra: Bool) -> JSON {
    switch value {
    case .null, .bool: value
    case .string(let text): .string(start(of: text))
    case .number(let number): number.text.utf8.count <= referenceBytes ? value : .string(start(of: number.text))
    case .array where isExtra, .object where isExtra: .string(start(of: value.text()))
    case .array(let references): .array(Array(references.prefix(recordBytes / referenceBytes / 2)))
    // A fact with an exact text, or a reference.
    case .object: value["text"]?.string.map { .string(start(of: $0)) } ?? value
    }
  }

  /// Returns the text up to the last character that fits.
  private static func start(of text: String) -> String {
    guard text.utf8.count > fieldBytes else { return text }
    var size = 0
    return String(
      text.prefix {
        size += $0.utf8.count
        return size <= fieldBytes
      })
  }
}
