extension Wookiee {
  public func say(_ phrase: FindingPhrase) -> String {
    switch phrase {
    case .nothingFound(let text): "nothing fits \(text)"
    }
  }
}
