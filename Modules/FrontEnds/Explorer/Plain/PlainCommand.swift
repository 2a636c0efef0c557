public import Models

/// A command typed in plain mode.
public enum PlainCommand: Sendable, Hashable {
  case list(KindName)
  /// Show a record, by name or as `people/1`.
  case show(String)
  /// Follow a number in the last reply.
  case follow(Int)
  case search(String)
  case path(String, String)
  case favourites
  /// Add a record to the favourites, or remove it.
  case favourite(String)
  case more, back, status, help, quit
  case nothing
  /// Not a command.
  case unknown(String)

  /// Parses a line. Commands are case-insensitive. A line that is a reference shows that record.
  public init(_ line: String, kinds: Kinds) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let first = words.first else {
      self = .nothing
      return
    }
    let rest = words.dropFirst().joined(separator: " ")
    switch (first.lowercased(), rest.isEmpty) {
    case ("show", false), ("open", false): self = .show(rest)
    case ("search", false), ("/", false): self = .search(rest)
    case ("path", false): self = Self.path(rest) ?? .unknown(line)
    case ("favourites", true): self = .favourites
    case ("favourite", false): self = .favourite(rest)
    case ("more", true): self = .more
    case ("back", true), ("b", true): self = .back
    case ("status", true): self = .status
    case ("help", true), ("?", true): self = .help
    case ("quit", true), ("exit", true), ("q", true): self = .quit
    case (let word, true):
      if let number = Int(word) {
        self = .follow(number)
      } else if let kind = kinds.kind(called: word)?.name {
        self = .list(kind)
      } else if Reference(word) != nil {
        self = .show(word)
      } else {
        self = .unknown(line)
      }
    default: self = .unknown(line)
    }
  }

  /// Parses `luke to leia`.
  private static func path(_ text: String) -> PlainCommand? {
    guard let middle = text.firstRange(of: " to ") else { return nil }
    return .path(String(text[..<middle.lowerBound]), String(text[middle.upperBound...]))
  }
}
