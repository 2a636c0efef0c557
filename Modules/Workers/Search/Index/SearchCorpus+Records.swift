import Models
import OrderedJSON

extension SearchCorpus {
  /// Number of records.
  var count: Int { columns.count }

  /// Memory in bytes.
  var size: Int { columns.size + links.size + lexicon.size }

  var lexicon: Lexicon { vocabulary.lexicon }

  /// The words of the records, by position.
  var terms: DocumentTerms { columns.terms }

  /// By position.
  var inboundReferences: [InboundReferences] { links.inboundReferences }

  var documents: Documents { Documents(corpus: self) }

  /// Number of records of a kind.
  func count(of kind: KindName) -> Int { ranges.first { $0.kind == kind }?.positions.count ?? 0 }

  subscript(reference: Reference) -> Document? { position(of: reference).map { documents[$0] } }

  func name(of reference: Reference) -> String? { position(of: reference).map { name(at: $0) } }

  func reference(at position: Int) -> Reference { Reference(kind(at: position), columns.ids[position]) }

  func name(at position: Int) -> String { PackedRecord(columns.packed[position]).name }

  func kind(at position: Int) -> KindName { (ranges.first { $0.positions.contains(position) } ?? ranges[0]).kind }

  func record(at position: Int) -> Record {
    let packed = PackedRecord(columns.packed[position])
    let reference = reference(at: position)
    return packed.record(reference, kinds: kinds) ?? Record(unknown: reference, extras: ["name": .string(packed.name)])
  }

  /// The term of the whole name without separators; `nil` if the name has no words.
  func compactTermID(at position: Int) -> Lexicon.TermID? {
    let names = columns.terms.names(position)
    return names.isEmpty ? nil : columns.terms.termIDs[names.upperBound - 1]
  }

  /// The name without separators, folded, in UTF-8.
  func compactName(at position: Int) -> ArraySlice<UInt8> { compactTermID(at: position).map { vocabulary.lexicon.utf8($0) } ?? [] }

  /// The positions of the records that refer to a record, in ascending order.
  func referrers(ofRecordAt position: Int) -> some RandomAccessCollection<Int> { links.referrers(of: position) }

  /// The references to records that are not indexed.
  var unknownReferences: Set<Reference> {
    var unknown: Set<PackedReference> = []
    for (index, target) in links.targets.enumerated() where target < 0 { unknown.insert(columns.references.elements[index]) }
    return Set(unknown.map { Reference(vocabulary.kinds[Int($0.kind)], $0.id) })
  }

  /// Returns the field at an index among those of the record at a position, with its places.
  func field(_ index: Int, at position: Int) -> (field: DocumentField, places: FieldPlaces) {
    var places = columns.fieldPlaces(position)
    for _ in 0..<index { places.advance(past: columns.fields.elements[places.index]) }
    return (columns.fields.elements[places.index], places)
  }

  /// Returns the text of the field at an index among those of the record at a position; `nil` for references.
  func text(ofField index: Int, at position: Int) -> String? {
    let key = fieldKey(index, at: position).key
    let record = record(at: position)
    let rows = record.sections.flatMap(\.rows)
    // Extra members come last.
    let own = key.isExtra ? rows.suffix(record.extras.count) : rows.dropLast(record.extras.count)
    return own.first { $0.key == key.key }.flatMap { ValueText.text($0.value) }
  }

  /// Returns the key of the field at an index among those of the record at a position.
  func fieldKey(_ index: Int, at position: Int) -> FieldKeys.Entry {
    vocabulary.fieldKeys[columns.fields.elements[columns.fields.range(position).lowerBound + index].key]
  }
}

extension DocumentColumns {
  /// The places of the first field of the record at a position.
  func fieldPlaces(_ position: Int) -> FieldPlaces {
    let range = fields.range(position)
    return FieldPlaces(
      index: range.lowerBound, end: range.upperBound, term: terms.names(position).upperBound,
      reference: references.range(position).lowerBound, number: numbers.range(position).lowerBound)
  }
}

/// Where a field of a record begins in each column.
struct FieldPlaces {
  /// Index of the field in ``DocumentColumns/fields``.
  private(set) var index: Int
  /// Where the fields of the record end.
  let end: Int
  /// Index of the first word in ``DocumentTerms/termIDs``.
  private(set) var term: Int
  /// Index of the first reference in ``DocumentColumns/references`` and ``ReferenceLinks/targets``.
  private(set) var reference: Int
  /// Index of the number in ``DocumentColumns/numbers``.
  private(set) var number: Int

  init(index: Int, end: Int, term: Int, reference: Int, number: Int) {
    (self.index, self.end, self.term, self.reference, self.number) = (index, end, term, reference, number)
  }

  /// Moves to the next field.
  mutating func advance(past field: DocumentField) {
    index += 1
    term += field.termCount
    reference += field.referenceCount
    if field.hasNumber { number += 1 }
  }
}
