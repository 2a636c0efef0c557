public import MessageBus

/// What became of something that was asked for.
public enum Loadable<Value: Sendable>: Sendable {
  case loading
  case loaded(Value)
  /// There is an answer, and it holds nothing.
  case empty
  /// What happened; asking again may help.
  case failed(Problem)

  public var value: Value? { if case .loaded(let value) = self { value } else { nil } }
}

extension Loadable: Equatable where Value: Equatable {}
