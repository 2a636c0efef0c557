extension French {
  public func say(_ phrase: RecordPhrase) -> String {
    switch phrase {
    case .loading: "loading"
    }
  }
}
