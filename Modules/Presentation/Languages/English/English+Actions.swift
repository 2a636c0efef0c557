extension English {
  public func say(_ action: Action) -> String { action.rawValue }
}
