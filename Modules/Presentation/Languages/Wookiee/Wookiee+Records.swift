extension Wookiee {
  public func say(_ phrase: RecordPhrase) -> String {
    switch phrase {
    case .loading: "loading"
    }
  }
}
