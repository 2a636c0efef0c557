import Synchronization

/// A value shared by the closures of several tasks.
final class Shared<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) { mutex = Mutex(value) }

  var value: Value { mutex.withLock { $0 } }

  func change(_ body: (inout Value) -> Void) {
    mutex.withLock {
      var value = $0
      body(&value)
      $0 = value
    }
  }
}
