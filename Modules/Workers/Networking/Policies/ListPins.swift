import Models

/// The members of an ``OriginGroup`` that lists are read from: all pages of a list come from the member that sent its first page. Pure: time
/// is an argument.
struct ListPins: Sendable {
  typealias Instant = ContinuousClock.Instant

  struct List: Sendable, Hashable {
    let kind: KindName
    /// `nil` for all records of the kind.
    let search: String?
  }

  /// How long a list stays with its member after the last page.
  static let retention = Duration.seconds(600)
  /// Maximum number of lists; those read longest ago are forgotten first.
  static let capacity = 256

  private var pins: [List: (member: Int, until: Instant)] = [:]

  var count: Int { pins.count }

  /// Returns the member that `list` is read from; `nil` if any may be asked.
  func member(of list: List, now: Instant) -> Int? { pins[list].flatMap { now < $0.until ? $0.member : nil } }

  /// Reads the further pages of `list` from `member`. Takes time linear in ``capacity`` when a list must be forgotten.
  mutating func set(_ member: Int, for list: List, now: Instant) {
    pins[list] = (member, now + Self.retention)
    if pins.count > Self.capacity, let oldest = pins.min(by: { $0.value.until < $1.value.until })?.key { pins[oldest] = nil }
  }
}
