import MessageBus

/// The state of something that is loaded.
enum Loadable<Value: Sendable>: Sendable {
  case loading
  case loaded(Value)
  /// Loaded, but without content.
  case empty
  /// Failed; a retry may help.
  case failed(Problem)

  var isFailed: Bool { if case .failed = self { true } else { false } }
  var value: Value? { if case .loaded(let value) = self { value } else { nil } }
}

extension Loadable: Equatable where Value: Equatable {}
