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
            of: .init(kind: tokenized.record.reference.kind, key: field.row.key, isExtra: field.isExtra),
            labels: schema.labels(of: field.row)),
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

  // MARK: Image

  func write(to writer: inout ImageWriter) {
    writer.array(ids)
    terms.write(to: &writer)
    fields.write(to: &writer)
    references.write(to: &writer)
    numbers.write(to: &writer)
    packed.write(to: &writer)
  }

  init() {}

  init(_ reader: inout ImageReader, _ vocabulary: Vocabulary) throws(ImageReader.Malformed) {
    ids = try reader.array(of: Int.self)
    terms = try DocumentTerms(&reader, rows: ids.count, terms: vocabulary.lexicon.entries.count)
    fields = try Rows(&reader, rows: ids.count)
    references = try Rows(&reader, rows: ids.count)
    numbers = try Rows(&reader, rows: ids.count)
    packed = try Rows(&reader, rows: ids.count)
    let kinds = vocabulary.kinds.count
    try reader.check(references.elements.allSatisfy { Int($0.kind) < kinds })
    let keys = vocabulary.fieldKeys.entries.count
    for position in ids.indices {
      var places = fieldPlaces(position)
      while places.index < places.end {
        let field = fields.elements[places.index]
        try reader.check(Int(field.key) < keys)
        places.advance(past: field)
      }
      try reader.check(
        places.term == terms.all(position).upperBound && places.reference == references.range(position).upperBound
          && places.number == numbers.range(position).upperBound)
    }
  }

  /// Returns ``TokenizedRecord/size`` of the record at a position.
  func recordSize(_ position: Int) -> Int {
    TokenizedRecord.size(
      packed: packed.range(position).count, nameWords: terms.words(position).count,
      fieldWords: terms.all(position).count - terms.names(position).count, fields: fields.range(position).count,
      references: references.range(position).count)
  }
}
