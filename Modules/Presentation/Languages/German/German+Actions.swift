extension German {
  public func say(_ action: Action) -> String { action.rawValue }
}
