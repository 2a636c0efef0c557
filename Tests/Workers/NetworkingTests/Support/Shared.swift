import Synchronization

/// A value that closures of many tasks may use.
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
