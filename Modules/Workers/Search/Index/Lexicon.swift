/// The distinct words (terms) of the indexed records, so that a query word is compared with each term once.
struct Lexicon: Sendable {
  /// Where a term occurs.
  struct Occurrences: OptionSet, Sendable, BitwiseCopyable {
    let rawValue: UInt8
    /// In a name, as a word or as adjacent words joined (`xwing`).
    static let name = Occurrences(rawValue: 1)
    /// In a field other than running text.
    static let value = Occurrences(rawValue: 2)
    /// In running text.
    static let prose = Occurrences(rawValue: 4)
    static let all: Occurrences = [.name, .value, .prose]
  }

  /// Identifies a term; the index of its entry.
  typealias TermID = UInt32

  struct Entry: Sendable, BitwiseCopyable {
    /// Where the text starts among the texts of all terms, in bytes of UTF-8.
    fileprivate var start: Int
    fileprivate var value: Int
    /// Length of the text in bytes of UTF-8.
    fileprivate(set) var length: UInt32
    fileprivate(set) var occurrences: Occurrences

    /// The number that the term stands for, if any.
    var number: Int? { value < 0 ? nil : value }
  }

  /// How often a term occurs in each place.
  private struct Counts: Sendable, BitwiseCopyable {
    private var name: Int32 = 0
    private var value: Int32 = 0
    private var prose: Int32 = 0

    /// Returns the new count.
    mutating func add(_ change: Int32, in occurrence: Occurrences) -> Int32 {
      switch occurrence {
      case .name:
        name += change
        return name
      case .value:
        value += change
        return value
      default:
        prose += change
        return prose
      }
    }
  }

  init() {}

  /// The terms by term ID, and terms that no longer occur.
  private(set) var entries: [Entry] = []
  /// The letters of the terms by term ID, apart from the entries because most terms are rejected by their letters alone.
  private(set) var letterMasks: [LetterMask] = []
  private var counts: [Counts] = []
  /// The texts of the terms in UTF-8, and those of terms that no longer occur.
  private var texts: [UInt8] = []
  /// Number of bytes of ``texts`` that belong to no term.
  private var unusedBytes = 0
  private var table = TermTable()
  /// The IDs of terms that no longer occur, for new terms.
  private var unusedTermIDs: [TermID] = []

  /// Memory in bytes.
  var size: Int {
    texts.count + table.size
      + entries.count * (MemoryLayout<Entry>.stride + MemoryLayout<LetterMask>.stride + MemoryLayout<Counts>.stride)
  }

  subscript(termID: TermID) -> Entry { entries[Int(termID)] }

  /// Returns the text of a term.
  func text(_ termID: TermID) -> String { String(decoding: utf8(termID), as: UTF8.self) }

  /// Returns the text of a term in UTF-8.
  func utf8(_ termID: TermID) -> ArraySlice<UInt8> {
    let entry = entries[Int(termID)]
    return texts[entry.start..<entry.start + Int(entry.length)]
  }

  /// Calls `body` with the texts of all terms, of which ``Entry/range`` is the part of one.
  func withTexts<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // The closure of the library function has no typed errors.
    let result = texts.withUnsafeBufferPointer { texts in Swift.Result { () throws(Failure) in try body(texts) } }
    return try result.get()
  }

  /// Returns the term ID of a word that occurs.
  func termID(of word: String) -> TermID? {
    var word = word
    return word.withUTF8 { termID(of: UnsafeRawBufferPointer($0)).known }
  }

  private func termID(of word: UnsafeRawBufferPointer) -> (known: TermID?, hash: Int) {
    let hash = TermTable.hash(word)
    return texts.withUnsafeBytes { texts in
      let known = table.first(hash) { termID in
        let entry = entries[Int(termID)]
        return Int(entry.length) == word.count && texts[entry.start..<entry.start + word.count].elementsEqual(word)
      }
      return (known, hash)
    }
  }

  private func hash(_ termID: TermID) -> Int {
    let entry = entries[Int(termID)]
    return texts.withUnsafeBytes { TermTable.hash(UnsafeRawBufferPointer(rebasing: $0[entry.start..<entry.start + Int(entry.length)])) }
  }

  /// Returns the term ID of a word that occurs once more, adding the word if it is new.
  mutating func termID(of word: String, in occurrence: Occurrences) -> TermID {
    var word = word
    let (known, hash) = word.withUTF8 { self.termID(of: UnsafeRawBufferPointer($0)) }
    if let known {
      _ = counts[Int(known)].add(1, in: occurrence)
      entries[Int(known)].occurrences.insert(occurrence)
      return known
    }
    let entry = Entry(
      start: texts.count, value: Numeral.value(of: word) ?? -1, length: UInt32(word.utf8.count), occurrences: occurrence)
    texts += word.utf8
    let letterMask = LetterMask(word.unicodeScalars)
    let termID: TermID
    if let unused = unusedTermIDs.popLast() {
      termID = unused
      entries[Int(termID)] = entry
      letterMasks[Int(termID)] = letterMask
    } else {
      termID = TermID(entries.count)
      entries.append(entry)
      letterMasks.append(letterMask)
      counts.append(Counts())
    }
    _ = counts[Int(termID)].add(1, in: occurrence)
    var table = TermTable()
    swap(&table, &self.table)
    table.insert(termID, hash, hashOf: self.hash)
    swap(&table, &self.table)
    return termID
  }

  /// Removes one occurrence of a term, and the term with its last one.
  mutating func remove(_ termID: TermID, in occurrence: Occurrences) {
    let index = Int(termID)
    guard counts[index].add(-1, in: occurrence) == 0 else { return }
    entries[index].occurrences.remove(occurrence)
    guard entries[index].occurrences.isEmpty else { return }
    var table = TermTable()
    swap(&table, &self.table)
    table.remove(termID, hash(termID), hashOf: hash)
    swap(&table, &self.table)
    unusedBytes += Int(entries[index].length)
    entries[index].length = 0
    unusedTermIDs.append(termID)
    if unusedBytes > 4_096, 2 * unusedBytes > texts.count { removeUnusedTexts() }
  }

  private mutating func removeUnusedTexts() {
    var kept: [UInt8] = []
    kept.reserveCapacity(max(0, texts.count - unusedBytes))
    for index in entries.indices {
      let text = utf8(TermID(index))
      entries[index].start = kept.count
      kept += text
    }
    texts = kept
    unusedBytes = 0
  }

  /// Returns where a word occurs; empty if it does not.
  func occurrences(of word: String) -> Occurrences { termID(of: word).map { self[$0].occurrences } ?? [] }
}

extension Lexicon {
  func write(to writer: inout ImageWriter) {
    writer.array(texts)
    writer.array(entries)
    writer.array(letterMasks)
    writer.array(counts)
    writer.array(unusedTermIDs)
    writer.number(unusedBytes)
  }

  init(_ reader: inout ImageReader) throws(ImageReader.Malformed) {
    texts = try reader.array(of: UInt8.self)
    entries = try reader.array(of: Entry.self)
    letterMasks = try reader.array(of: LetterMask.self)
    counts = try reader.array(of: Counts.self)
    unusedTermIDs = try reader.array(of: TermID.self)
    unusedBytes = try reader.number()
    let (count, size) = (entries.count, texts.count)
    try reader.check(letterMasks.count == count && counts.count == count && unusedTermIDs.allSatisfy { Int($0) < count })
    // A term that is in use would be given to another word.
    try reader.check(Set(unusedTermIDs).count == unusedTermIDs.count && unusedTermIDs.allSatisfy { entries[Int($0)].occurrences.isEmpty })
    try reader.check((0...size).contains(unusedBytes))
    try reader.check(entries.allSatisfy { $0.start >= 0 && $0.start <= size && Int($0.length) <= size - $0.start })
    // Hash values differ from process to process.
    var table = TermTable(capacity: count)
    for index in 0..<count where !entries[index].occurrences.isEmpty { table.insert(TermID(index), hash(TermID(index)), hashOf: hash) }
    self.table = table
  }
}

extension Lexicon.Entry {
  /// The text of the term among the texts of all terms.
  var range: Range<Int> { start..<start + Int(length) }
}
