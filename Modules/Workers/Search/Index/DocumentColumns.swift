import Models

/// The indexed records in columns: arrays with one row for each record and no objects of its own, so that a record takes hundreds of bytes.
struct DocumentColumns: Sendable {
  private(set) var ids: [Int] = []
  private(set) var terms = DocumentTerms()
  private(set) var fields = Rows<DocumentField>()
  /// The references of the fields, in the order of the fields.
  private(set) var references = Rows<PackedReference>()
  /// The numbers of those fields that have one, in the order of the fields.
  private(set) var numbers = Rows<Double>()
  private(set) var packed = Rows<UInt8>()

  /// Number of records.
  var count: Int { ids.count }

  /// Memory in bytes.
  var size: Int { ids.count * MemoryLayout<Int>.stride + terms.size + fields.size + references.size + numbers.size + packed.size }

  /// Makes room for the records of `other` and some more.
  mutating func reserveCapacity(_ other: DocumentColumns, adding more: Int) {
    let count = other.count + more
    ids.reserveCapacity(count)
    terms.reserveCapacity(documents: count, terms: other.terms.termIDs.count)
    fields.reserveCapacity(rows: count, elements: other.fields.elements.count)
    references.reserveCapacity(rows: count, elements: other.references.elements.count)
    numbers.reserveCapacity(rows: count, elements: other.numbers.elements.count)
    packed.reserveCapacity(rows: count, elements: other.packed.elements.count)
  }

  /// Appends the records at these positions of `other`.
  mutating func append(_ positions: Range<Int>, of other: DocumentColumns) {
    ids += other.ids[positions]
    terms.append(positions, of: other.terms)
    fields.append(positions, of: other.fields)
    references.append(positions, of: other.references)
    numbers.append(positions, of: other.numbers)
    packed.append(positions, of: other.packed)
  }

  /// Appends a record, adding its words and names to the vocabulary.
  mutating func append(_ tokenized: TokenizedRecord, _ schema: KindSchema, _ vocabulary: inout Vocabulary) {
    let name = tokenized.name
    let compounds = NameCompounds(name.words).all
    var termIDs = name.words.map { vocabulary.lexicon.termID(of: $0.text, in: .name) }
    termIDs += compounds.map { vocabulary.lexicon.termID(of: $0.text, in: .name) }
    var row: [DocumentField] = []
    var referenceRow: [PackedReference] = []
    var numberRow: [Double] = []
    for field in tokenized.fields {
      let (form, count) = Self.form(field, schema)
      for word in field.words.prefix(count) {
        termIDs.append(vocabulary.lexicon.termID(of: word.text, in: form == .prose ? .prose : .value))
      }
      referenceRow += field.row.value.references.prefix(count).map { vocabulary.packed($0) }
      if let number = field.number { numberRow.append(number) }
      row.append(
        DocumentField(
          key: vocabulary.fieldKeys.id(
            of: .init(kind: tokenized.record.reference.kind, key: field.row.key, isExtra: field.isExtra), labels: schema.labels(of: field.row)),
          count: UInt16(clamping: count), form: form, hasNumber: field.number != nil))
    }
    ids.append(tokenized.record.reference.id)
    terms.append(termIDs, DocumentTerms.NameCounts(words: name.words.count, compounds: compounds.count))
    fields.append(row)
    references.append(referenceRow)
    numbers.append(numberRow)
    packed.append(tokenized.packed)
  }

  /// Returns the form and the count of a field. ``RecordLimits`` keeps counts far below the largest.
  private static func form(_ field: TokenizedRecord.Field, _ schema: KindSchema) -> (DocumentField.Form, Int) {
    let most = Int(UInt16.max)
    switch field.row.value {
    case .reference: return (.reference, 1)
    case .references(let references): return (.references, min(references.count, most))
    case .absent(let absence): return (.absent, Int(absence.number))
    case .quantity: return (.quantity, min(field.words.count, most))
    case .text, .words, .date: return (schema.isProse(field.row.key) ? .prose : .text, min(field.words.count, most))
    }
  }

  /// Removes the words of the record at a position from `lexicon`.
  func removeWords(at position: Int, from lexicon: inout Lexicon) {
    for termID in terms[terms.names(position)] { lexicon.remove(termID, in: .name) }
    var next = terms.names(position).upperBound
    for field in fields[position] {
      for termID in terms[next..<next + field.termCount] { lexicon.remove(termID, in: field.form == .prose ? .prose : .value) }
      next += field.termCount
    }
  }
}

/// The words and names that records share.
struct Vocabulary: Sendable {
  var lexicon = Lexicon()
  var fieldKeys = FieldKeys()
  /// The kinds that references name.
  private(set) var kinds: [KindName] = []
  private var kindIDs: [KindName: UInt32] = [:]

  /// Returns a reference, adding its kind if it is new.
  mutating func packed(_ reference: Reference) -> PackedReference {
    if let id = kindIDs[reference.kind] { return PackedReference(kind: id, id: reference.id) }
    let id = UInt32(kinds.count)
    kinds.append(reference.kind)
    kindIDs[reference.kind] = id
    return PackedReference(kind: id, id: reference.id)
  }

  /// Returns a reference; `nil` if no record has named its kind.
  func known(_ reference: Reference) -> PackedReference? { kindIDs[reference.kind].map { PackedReference(kind: $0, id: reference.id) } }
}
