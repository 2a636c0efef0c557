import Contracts
import Models

extension RecordCache {
  /// Returns the display name of a match: the record's own name if it is known, because the index may lag behind. Marks apply only to the
  /// name from the index.
  func name(of match: Match) -> (text: String, marks: [Range<Int>]) {
    let marks = match.field == nil ? match.marks : []
    guard case .known(let record) = label(of: match.reference), case let cached = record.name, cached != match.name else {
      return (match.name, marks)
    }
    return (cached, [])
  }

  /// Returns a record whose name is known, chosen by the time; `nil` if there is none.
  func randomReference(at moment: Moment) -> Reference? {
    let references = names.map(\.reference).sorted()
    guard !references.isEmpty else { return nil }
    let (seconds, attoseconds) = moment.sinceStart.components
    // A multiplicative hash (golden ratio) of the microseconds, so that consecutive key presses pick different records.
    let mixed = UInt64(bitPattern: seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000) &* 0x9E37_79B9_7F4A_7C15
    return references[Int((mixed >> 32) % UInt64(references.count))]
  }
}
