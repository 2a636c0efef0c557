import Models
import Presentation

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
  init(_ planet: Planet, share: Double) {
    // The first word that has a colour decides.
    let words = (planet.climate.value?.words ?? []).map { $0.lowercased() }
    role = words.lazy.compactMap { word in Self.climates.first { $0.words.contains(word) }?.role }.first ?? .text
    let radius = Self.minRadius + (Self.maxRadius - Self.minRadius) * min(1, max(0, share)).squareRoot()
    let water = min(1, max(0, (planet.surfaceWater.value?.amount.double ?? 0) / 100))
    let isGas = planet.terrain.value?.words.contains { $0.lowercased().contains("gas") } ?? false
    let seed = (planet.name.text ?? "").unicodeScalars.reduce(UInt32(17)) { $0 &* 31 &+ $1.value }
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
