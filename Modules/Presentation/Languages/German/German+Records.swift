extension German {
  public func say(_ phrase: RecordPhrase) -> String {
    switch phrase {
    case .loading: "loading"
    }
  }
}
