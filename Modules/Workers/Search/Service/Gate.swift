import Synchronization

/// A condition that requests wait for, each until its own deadline.
final class Gate: Sendable {
  private struct State {
    var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    var lastID = 0
  }

  private let opened: Atomic<Bool>
  private let state = Mutex(State())

  init(isOpen: Bool) { opened = Atomic(isOpen) }

  /// Whether the gate is open. Never blocks.
  var isOpen: Bool { opened.load(ordering: .acquiring) }

  func close() { opened.store(false, ordering: .releasing) }

  func open() {
    let waiting = state.withLock { state in
      opened.store(true, ordering: .releasing)
      defer { state.waiting = [:] }
      return state.waiting.values
    }
    for continuation in waiting { continuation.resume(returning: true) }
  }

  /// Waits until the gate opens, and returns `true`. Returns `false` at `end`, or when the task is cancelled.
  func wait(until end: ContinuousClock.Instant) async -> Bool {
    guard !isOpen else { return true }
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let timer = Task {
      try? await Task.sleep(until: end, clock: .continuous)
      self.cancelWait(id)
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if isOpen { return true }
          // The deadline or a cancellation may have come first.
          guard !Task.isCancelled, ContinuousClock.now < end else { return false }
          state.waiting[id] = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      cancelWait(id)
    }
  }

  private func cancelWait(_ id: Int) {
    let continuation = state.withLock { $0.waiting.removeValue(forKey: id) }
    continuation?.resume(returning: false)
  }
}
