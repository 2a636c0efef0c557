/// The term IDs of words: a hash table with open addressing, of four bytes a place. The words themselves are in the lexicon.
struct TermTable: Sendable {
  private static let empty = UInt32.max

  /// The places, a power of two in number and at most half full.
  private var places: [UInt32] = []
  private var count = 0

  /// Memory in bytes.
  var size: Int { places.count * MemoryLayout<UInt32>.stride }

  /// Creates a table with room for a number of terms.
  init(capacity: Int = 0) {
    var size = 16
    while size < 2 * capacity { size *= 2 }
    places = Array(repeating: Self.empty, count: size)
  }

  /// The hash value of a word, for the other functions.
  static func hash(_ word: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: word)
    return hasher.finalize()
  }

  /// Returns the first term with a hash value for which `isWanted` returns `true`.
  func first(_ hash: Int, where isWanted: (UInt32) -> Bool) -> UInt32? {
    var place = hash & (places.count - 1)
    while places[place] != Self.empty {
      if isWanted(places[place]) { return places[place] }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  /// Adds a term that is not in the table. `hashOf` returns the hash value of the word of another term.
  mutating func insert(_ term: UInt32, _ hash: Int, hashOf: (UInt32) -> Int) {
    if 2 * (count + 1) > places.count {
      var larger = TermTable(capacity: 2 * (count + 1))
      for other in places where other != Self.empty { larger.place(other, hashOf(other)) }
      self = larger
    }
    place(term, hash)
  }

  private mutating func place(_ term: UInt32, _ hash: Int) {
    var place = hash & (places.count - 1)
    while places[place] != Self.empty { place = (place + 1) & (places.count - 1) }
    places[place] = term
    count += 1
  }

  /// Removes a term, if it is in the table.
  mutating func remove(_ term: UInt32, _ hash: Int, hashOf: (UInt32) -> Int) {
    let mask = places.count - 1
    var hole = hash & mask
    while places[hole] != term {
      guard places[hole] != Self.empty else { return }
      hole = (hole + 1) & mask
    }
    count -= 1
    // Terms that were displaced by the removed one move up.
    var next = (hole + 1) & mask
    while places[next] != Self.empty {
      let home = hashOf(places[next]) & mask
      if (next - home) & mask >= (next - hole) & mask {
        places[hole] = places[next]
        hole = next
      }
      next = (next + 1) & mask
    }
    places[hole] = Self.empty
  }
}
