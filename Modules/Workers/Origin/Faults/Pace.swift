/// How fast a body is sent.
enum Pace: Sendable, Hashable {
  case unlimited
  /// `bytes` at a time, with `pause` between them.
  case steady(bytes: Int, pause: Duration)
  /// As recorded: pieces and the time before each. Bytes beyond the last piece follow it at once.
  case recorded([Piece])

  /// A part of a recorded body.
  struct Piece: Sendable, Hashable {
    var pause: Duration
    var bytes: Int
  }

  /// The most bytes that are written at once.
  static let largestPiece = 65_536

  /// Returns the pace of a rate in bytes per second: up to twenty pieces a second.
  static func rate(_ bytesPerSecond: Int) -> Pace {
    let bytes = max(1, bytesPerSecond / 20)
    return .steady(bytes: bytes, pause: .seconds(1) * (Double(bytes) / Double(bytesPerSecond)))
  }

  /// Returns the piece that comes after `sent` bytes of a body, where `number` pieces were sent before.
  func piece(_ number: Int, sent: Int, of total: Int) -> Piece {
    let rest = total - sent
    switch self {
    case .unlimited: return Piece(pause: .zero, bytes: min(rest, Self.largestPiece))
    case .steady(let bytes, let pause):
      return Piece(pause: number == 0 ? .zero : pause, bytes: min(rest, bytes))
    case .recorded(let pieces):
      guard number < pieces.count else { return Piece(pause: .zero, bytes: min(rest, Self.largestPiece)) }
      return Piece(pause: pieces[number].pause, bytes: min(rest, pieces[number].bytes))
    }
  }
}
