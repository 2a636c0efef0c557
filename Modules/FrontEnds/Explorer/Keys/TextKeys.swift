/// The keys for editing text, as in a shell.
package enum TextKeys {
  /// Returns the edit for a key; `nil` for keys that keep their action while the user types.
  package static func edit(_ stroke: KeyStroke) -> TextEdit? {
    if let text = stroke.typed { return .insert(text) }
    if stroke.control, !stroke.alt, case .character(let letter) = stroke.key { return controls[letter] }
    guard case .named(let name) = stroke.key, !stroke.shift else { return nil }
    switch name {
    case .backspace: return stroke.alt || stroke.control ? .deleteWord : .deleteBackward
    case .delete: return .deleteForward
    case .left: return .moveLeft
    case .right: return .moveRight
    case .home: return .moveToStart
    case .end: return .moveToEnd
    default: return nil
    }
  }

  private static let controls: [Character: TextEdit] = [
    "a": .moveToStart, "b": .moveLeft, "d": .deleteForward, "e": .moveToEnd, "f": .moveRight, "u": .deleteAll, "w": .deleteWord,
  ]
}
