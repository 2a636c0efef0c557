import Synchronization

/// What requests wait for before they can be answered, each until its own deadline.
final class Latch: Sendable {
  private struct State {
    var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    var lastNumber = 0
  }

  private let opened: Atomic<Bool>
  private let state = Mutex(State())

  init(isOpen: Bool) { opened = Atomic(isOpen) }

  /// Never waits.
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

  /// Whether it was open at `end` at the latest. Returns `false` early when the task is cancelled; nothing of the wait is left behind.
  func wait(until end: ContinuousClock.Instant) async -> Bool {
    guard !isOpen else { return true }
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let timer = Task {
      try? await Task.sleep(until: end, clock: .continuous)
      self.giveUp(number)
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if isOpen { return true }
          // The timer or the cancellation may have been earlier.
          guard !Task.isCancelled, ContinuousClock.now < end else { return false }
          state.waiting[number] = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      giveUp(number)
    }
  }

  private func giveUp(_ number: Int) {
    let continuation = state.withLock { $0.waiting.removeValue(forKey: number) }
    continuation?.resume(returning: false)
  }
}
