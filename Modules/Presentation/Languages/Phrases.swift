/// What the frame of the screen says.
public enum ChromePhrase: Sendable, Hashable {
  /// The titles of the tabs.
  case search
  case status
  case mouseIsOn, mouseIsOff
  case notLoadedYet
  /// The record has no address on the web.
  case noAddress
  /// What was copied.
  case copied(String)
}

/// What lists, details and comparisons say.
public enum RecordPhrase: Sendable, Hashable {
  case loading
}

/// What search, history, paths, pickers and crawls say.
public enum FindingPhrase: Sendable, Hashable {
  case nothingFound(String)
}
