import Models

/// A field of an indexed record: what it is, and how many words, references or numbers of the record belong to it.
struct DocumentField: Sendable, BitwiseCopyable {
  enum Form: UInt8, Sendable, BitwiseCopyable {
    /// Text, words or a date.
    case text
    /// Running text.
    case prose
    case quantity
    /// Matched by the name of the referenced record.
    case reference
    /// Matched by the names of the referenced records.
    case references
    /// No value. Not searched, but filters find the reason.
    case absent
  }

  let key: FieldKeys.ID
  /// Number of words of a text, or of references; for an absent value, the reason.
  let count: UInt16
  /// Stored as numbers, of which any value may be read from a damaged file.
  private let rawForm: UInt8
  private let numberCount: UInt8

  init(key: FieldKeys.ID, count: UInt16, form: Form, hasNumber: Bool) {
    self.key = key
    self.count = count
    rawForm = form.rawValue
    numberCount = hasNumber ? 1 : 0
  }

  var form: Form { Form(rawValue: rawForm) ?? .absent }

  /// Whether the field has a number by which filters compare it.
  var hasNumber: Bool { numberCount > 0 }

  var termCount: Int {
    switch form {
    case .text, .prose, .quantity: Int(count)
    case .reference, .references, .absent: 0
    }
  }

  var referenceCount: Int { form == .reference || form == .references ? Int(count) : 0 }

  /// Penalty for a match in this field, from 0 to 10: lowest for a fact that is a single word, higher for a list, highest for running text.
  var vagueness: Int {
    switch form {
    case .text, .quantity: count == 1 ? 0 : count < 4 ? 1 : 2
    case .prose: 8
    case .references: 4
    case .reference, .absent: 0
    }
  }
}

/// A reference in 16 bytes; its kind is an index among the names of kinds.
struct PackedReference: Sendable, Hashable, BitwiseCopyable {
  let kind: UInt32
  let id: Int
}

extension Absence {
  /// The reason's code in a ``DocumentField``.
  var number: UInt16 { UInt16(Self.allCases.firstIndex(of: self) ?? 0) }

  init(number: UInt16) { self = Self.allCases.indices.contains(Int(number)) ? Self.allCases[Int(number)] : .none }
}
