import Models

/// An indexed record, unpacked: for the few records of an answer.
struct Document: Sendable {
  let record: Record

  var reference: Reference { record.reference }
  var name: String { record.name }
}

/// The records of a corpus, each unpacked when it is accessed, which takes microseconds.
struct Documents: RandomAccessCollection, Sendable {
  let corpus: SearchCorpus

  var startIndex: Int { 0 }
  var endIndex: Int { corpus.count }

  subscript(position: Int) -> Document { Document(record: corpus.record(at: position)) }
}
