public import Models
import Platform
import Synchronization

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

/// A line of input in plain mode.
public enum PlainLine: Sendable, Hashable {
  /// The line without its line break.
  case text(String)
  /// A line of more than ``maxLength`` bytes, which is not kept.
  case tooLong

  /// Maximum length in bytes, that of a line typed on a Linux terminal.
  static let maxLength = 4_096
}

/// The lines typed or piped into plain mode. Waits for input on a thread of its own, because the threads of the concurrency runtime are few,
/// and reads only when a line is wanted.
public final class PlainInput: Sendable {
  private let read: @Sendable () -> [UInt8]
  private let state = Mutex(State())

  private struct State {
    /// The input that has not been returned; at most one chunk more than ``PlainLine/maxLength``.
    var unread: ArraySlice<UInt8> = []
    /// Whether the start of the line was dropped because the line is too long.
    var isTooLong = false
    var hasEnded = false

    /// Returns the next complete line; `nil` if there is none yet.
    mutating func next() -> PlainLine? {
      guard let end = unread.firstIndex(of: UInt8(ascii: "\n")) ?? (hasEnded && (isTooLong || !unread.isEmpty) ? unread.endIndex : nil)
      else {
        if unread.count > PlainLine.maxLength { (unread, isTooLong) = ([], true) }
        return nil
      }
      var line = unread[..<end]
      unread = unread[end...].dropFirst()
      defer { isTooLong = false }
      guard !isTooLong, line.count <= PlainLine.maxLength else { return .tooLong }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      return .text(String(decoding: line, as: UTF8.self))
    }
  }

  /// Reads standard input.
  public convenience init() { self.init { (try? StandardStream.input.read(upTo: 4_096)) ?? [] } }

  /// Creates an input that calls `read` for each chunk. `read` blocks, and returns an empty chunk at the end.
  init(read: @escaping @Sendable () -> [UInt8]) { self.read = read }

  /// Returns the next line; `nil` at the end, or if no thread can be started. Call it again only after it has returned.
  public func next() async -> PlainLine? {
    if let line = state.withLock({ $0.next() }) { return line }
    return await withCheckedContinuation { continuation in
      do {
        try BackgroundThread.start { continuation.resume(returning: self.readLine()) }
      } catch {
        continuation.resume(returning: nil)
      }
    }
  }

  private func readLine() -> PlainLine? {
    while !state.withLock(\.hasEnded) {
      let chunk = read()
      let line = state.withLock { state in
        state.unread += chunk
        state.hasEnded = chunk.isEmpty
        return state.next()
      }
      if let line { return line }
    }
    return nil
  }
}
