import Contracts
import Models

/// What to offer while somebody types.
struct Suggestions: Sendable {
  let library: Library
  var deadline = Deadline.none

  /// Names that fit what was typed so far, best first. Filters count where they are right already, and are passed over while they are not.
  func names(for text: String, kind: KindName?, limit: Int) throws(Deadline.Passed) -> [Match] {
    let names = FieldNames(kinds: library.kinds)
    let query = (try? Query(text, kind: kind, names: names)) ?? Query(words: text, kind: kind)
    guard !query.units.isEmpty else { return [] }
    var hits = try Matcher(query, library, includesFields: false, until: deadline).hits()
    if hits.first.map({ $0.score.tier > .almost }) ?? true {
      let lenient = try Matcher(query, library, includesFields: false, isLenient: true, until: deadline).hits()
      if let best = lenient.first, hits.first.map({ best.score < $0.score }) ?? true { hits = lenient }
    }
    // Where whole names fit, those that fit in part are noise.
    if let best = hits.first, best.score.tier <= .almost { hits = hits.filter { $0.score.tier <= .almost } }
    guard hits.isEmpty else { return hits.prefix(limit).map { $0.match(in: library) } }
    guard let abbreviation = Abbreviation(text) else { return [] }
    return try self.names(for: abbreviation, kind: kind, limit: limit)
  }

  /// Names that `abbreviation` stands for: the closest first, among equals the best known.
  private func names(for abbreviation: Abbreviation, kind: KindName?, limit: Int) throws(Deadline.Passed) -> [Match] {
    var fits: [(place: Int, fit: Abbreviation.Fit)] = []
    for (place, document) in library.documents.enumerated() where kind == nil || kind == document.reference.kind {
      try deadline.check(at: place)
      if let fit = abbreviation.fit(document.name) { fits.append((place, fit)) }
    }
    let best = fits.sorted { left, right in
      guard left.fit.span == right.fit.span else { return left.fit.span < right.fit.span }
      let (known, other) = (library.fame[left.place], library.fame[right.place])
      return known != other ? known > other : left.place < right.place
    }
    return best.prefix(limit).map { Match(library.documents[$0.place].reference, library.documents[$0.place].name, marks: $0.fit.marks) }
  }

  /// Records worth a look: well-known ones of every kind in turn, the same for a day, others the next.
  ///
  /// - Parameter day: days since 1970.
  func showcase(kind: KindName?, limit: Int, day: Int) -> [Match] {
    var shelves: [[Int]] = []
    for (place, document) in library.documents.enumerated() where kind == nil || kind == document.reference.kind {
      if let last = shelves.last?.last, library.documents[last].reference.kind == document.reference.kind {
        shelves[shelves.count - 1].append(place)
      } else {
        shelves.append([place])
      }
    }
    var dice = Dice(seed: UInt64(bitPattern: Int64(day)))
    var turns = shelves.map { shelf in
      // The better known half, in the order of the day.
      let known = shelf.sorted { library.fame[$0] != library.fame[$1] ? library.fame[$0] > library.fame[$1] : $0 < $1 }
      return Array(known.prefix(max(limit, (known.count + 1) / 2))).shuffled(using: &dice)[...]
    }
    var chosen: [Match] = []
    while chosen.count < limit, turns.contains(where: { !$0.isEmpty }) {
      for turn in turns.indices where chosen.count < limit {
        guard let place = turns[turn].popFirst() else { continue }
        chosen.append(Match(library.documents[place].reference, library.documents[place].name))
      }
    }
    return chosen
  }
}

/// Numbers that look random and are the same for the same seed (SplitMix64).
private struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
