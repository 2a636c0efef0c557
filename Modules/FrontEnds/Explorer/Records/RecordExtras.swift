import Models
import Presentation

/// The people who are in the most of a record's films, computed from the films in the cache.
struct Companions: Sendable, Hashable {
  struct Companion: Sendable, Hashable {
    let reference: Reference
    /// Number of films that both are in; 2 or more.
    let films: Int
  }

  /// Maximum number of companions that are shown.
  static let limit = 6
  /// Maximum number of films that are read, and of people of each.
  private static let maxFilms = 16
  private static let maxPeople = 2_000

  /// Most films first; of those with equally many, in the order of the first film.
  let list: [Companion]

  /// Computes the companions of `record`. There are none while its films are loading, so that they do not change places meanwhile, and none
  /// of a film.
  init(of record: Record, _ records: RecordStore, _ kinds: Kinds) {
    let films = Self.films(of: record)
    guard films.count > 1, !films.contains(where: { records[$0] == nil && records.failure(of: $0) == nil }) else {
      list = []
      return
    }
    let keys = kinds[.films]?.fields.filter { $0.target == .people }.map(\.key) ?? []
    var counts: [Reference: (films: Int, first: Int)] = [:]
    var seen = 0
    for film in films.compactMap({ records[$0]?.record }) {
      let people = keys.flatMap { film.display($0)?.references ?? [] }.prefix(Self.maxPeople)
      for person in Set(people) where person != record.reference { counts[person, default: (0, .max)].films += 1 }
      for person in people where counts[person]?.first == .max {
        counts[person]?.first = seen
        seen += 1
      }
    }
    let shared = counts.filter { $0.value.films > 1 }.sorted { left, right in
      (right.value.films, left.value.first) < (left.value.films, right.value.first)
    }
    list = shared.prefix(Self.limit).map { Companion(reference: $0.key, films: $0.value.films) }
  }

  /// Returns the films of a record whose people are counted; empty for a film.
  static func films(of record: Record) -> [Reference] {
    guard record.reference.kind != .films else { return [] }
    return Array(record.references.lazy.filter { $0.kind == .films }.prefix(maxFilms))
  }
}

/// The values of one field in all records of a kind: where a value stands among them.
struct FieldScale: Sendable, Hashable {
  /// The values, ascending.
  private let values: [Double]
  /// Whether the largest value is so far from the median that a linear bar would be empty for most records.
  let isLogarithmic: Bool

  /// Minimum number of values to compare with.
  static let minCount = 3
  /// How many times the median the largest value of a linear scale may be.
  private static let linearSpread = 50.0

  var count: Int { values.count }

  /// Creates a scale; `nil` if there are too few values, or if all are equal. Values that are negative or not finite are left out.
  init?(_ values: [Double]) {
    let sorted = values.filter { $0.isFinite && $0 >= 0 }.sorted()
    guard sorted.count >= Self.minCount, let least = sorted.first, let most = sorted.last, least < most else { return nil }
    self.values = sorted
    isLogarithmic = most > Self.linearSpread * max(sorted[sorted.count / 2], .leastNormalMagnitude)
  }

  /// Creates the scale of a field in `records`.
  init?(of field: String, in records: [Record]) { self.init(records.compactMap { $0.display(field)?.magnitude }) }

  /// Returns the position among all values, the largest first, from 1. Equal values share a position.
  func rank(of value: Double) -> Int { values.count { $0 > value } + 1 }

  /// Returns the length of a bar for `value`, from 0 to 1: a share of the largest value or, on a logarithmic scale, the share of the way
  /// from the smallest positive value to the largest, where the smallest has a bar, too.
  func share(of value: Double) -> Double {
    guard let most = values.last, most > 0, value > 0 else { return 0 }
    guard isLogarithmic, let least = values.first(where: { $0 > 0 }), least < most else { return min(1, value / most) }
    let smallest = 0.05
    return min(1, max(smallest, smallest + (1 - smallest) * (log2(value / least) / log2(most / least))))
  }

  /// The binary logarithm, which the standard library lacks without Foundation. Between powers of two, a line differs from it by less than a
  /// tenth.
  private func log2(_ value: Double) -> Double { Double(value.exponent) + value.significand - 1 }
}

extension RenderContext {
  /// Returns the records of a kind with which one is compared in every frame; none while its list is not completely loaded, and if there are
  /// more than 2,000.
  func comparedRecords(of kind: KindName) -> [Record] {
    guard let pages = explorer.list(of: kind)?.pages, pages.isComplete, (pages.count ?? 0) <= 2_000 else { return [] }
    return pages.references.compactMap { records[$0]?.record }
  }
}

/// A planet drawn in braille dots: its size follows the diameter, its seas the share of surface water, its bands a gas giant, its
/// colour the climate. The same planet always looks the same.
struct PlanetPicture: Sendable, Hashable {
  /// The lines, all of equal width.
  let lines: [String]
  /// The colour: hot and dry, cold, green, or anything else.
  let role: Role

  private static let climates: [(role: Role, words: Set<String>)] = [
    (.caution, ["arid", "hot", "superheated", "subarid", "semi-arid", "rocky"]),
    (.accent, ["frozen", "frigid", "subartic", "artic", "arctic"]),
    (.good, ["temperate", "tropical", "humid", "moist"]),
  ]

  private static let minRadius = 5.0
  private static let maxRadius = 13.0

  /// Draws a planet whose diameter is `share` (0 to 1) of the largest one. The square root keeps most planets, which are far smaller than
  /// the gas giants, large enough to be seen.
  init(_ planet: Record, share: Double) {
    // The first word that has a colour decides.
    let words = Self.words("climate", planet)
    role = words.lazy.compactMap { word in Self.climates.first { $0.words.contains(word) }?.role }.first ?? .text
    let radius = Self.minRadius + (Self.maxRadius - Self.minRadius) * min(1, max(0, share)).squareRoot()
    let water = if case .number(let percent)? = planet.rank("surfaceWater") { min(1, max(0, percent / 100)) } else { 0.0 }
    let isGas = Self.words("terrain", planet).contains { $0.contains("gas") }
    let seed = planet.name.unicodeScalars.reduce(UInt32(17)) { $0 &* 31 &+ $1.value }
    let columns = Int((radius * 2 / 2).rounded(.up)) + 1
    let rows = Int((radius * 2 / 4).rounded(.up))
    let center = (x: Double(columns) - 0.5, y: Double(rows) * 2 - 0.5)
    func isLit(_ x: Int, _ y: Int) -> Bool {
      let (dx, dy) = ((Double(x) - center.x) / radius, (Double(y) - center.y) / radius)
      let distance = dx * dx + dy * dy
      guard distance <= 1 else { return false }
      // The light comes from the upper left and in front.
      var light = -0.5 * dx - 0.45 * dy + 0.74 * (1 - distance).squareRoot()
      if isGas {
        light *= Self.noise(0, Double(y) / 2.5, seed) > 0.5 ? 0.95 : 0.6
      } else if Self.noise(Double(x) / 5, Double(y) / 4, seed) < water {
        light *= 0.5
      }
      return light > Self.thresholds[y & 3][x & 3]
    }
    lines = (0..<rows).map { row in
      String(
        String.UnicodeScalarView(
          (0..<columns).map { column in
            let dots = Self.bits.reduce(UInt32(0)) { dots, bit in
              isLit(2 * column + bit.x, 4 * row + bit.y) ? dots | bit.value : dots
            }
            return Unicode.Scalar(0x2800 + dots) ?? " "
          }))
    }
  }

  private static func words(_ key: String, _ planet: Record) -> [String] {
    if case .words(let words)? = planet.display(key) { words.map { $0.lowercased() } } else { [] }
  }

  /// The dots of a braille character.
  private static let bits: [(x: Int, y: Int, value: UInt32)] = [
    (0, 0, 0x01), (0, 1, 0x02), (0, 2, 0x04), (1, 0, 0x08), (1, 1, 0x10), (1, 2, 0x20), (0, 3, 0x40), (1, 3, 0x80),
  ]

  /// An ordered dither of 4 by 4 dots.
  private static let thresholds: [[Double]] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]].map { row in
    row.map { (Double($0) + 0.5) / 16 }
  }

  /// Returns smooth noise between 0 and 1.
  private static func noise(_ x: Double, _ y: Double, _ seed: UInt32) -> Double {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    func corner(_ dx: Double, _ dy: Double) -> Double {
      var hash =
        seed ^ (UInt32(truncatingIfNeeded: Int(left + dx)) &* 0x9E37_79B1) ^ (UInt32(truncatingIfNeeded: Int(top + dy)) &* 0x85EB_CA77)
      hash = (hash ^ (hash >> 15)) &* 0x2C1B_3C6D
      hash = (hash ^ (hash >> 12)) &* 0x297A_2D39
      return Double(hash ^ (hash >> 15)) / Double(UInt32.max)
    }
    let (u, v) = (x - left, y - top)
    let upper = corner(0, 0) * (1 - u) + corner(1, 0) * u
    let lower = corner(0, 1) * (1 - u) + corner(1, 1) * u
    return upper * (1 - v) + lower * v
  }
}
