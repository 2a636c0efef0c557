import Synchronization

/// Detects that the operations of one kind have stalled, by comparing samples taken at a fixed interval.
final class StallDetector: Sendable {
  struct Sample: Sendable {
    fileprivate var finished: UInt64
    fileprivate var count = 0
    /// Late samples in a row without a finished operation.
    fileprivate var lateCount = 0
  }

  enum Progress: Sendable {
    case progressing
    /// No operation has finished since the previous sample.
    case stalled
    /// Other operations finish, but this one has waited for ``StallDetector/sampleLimit`` samples.
    case overdue
  }

  private struct State {
    /// Operations that were abandoned after a stall and have not finished.
    var abandoned: Set<UInt64> = []
    var started: UInt64 = 0
    var finished: UInt64 = 0
  }

  /// Number of samples after which an operation is overdue, although others finish.
  static let sampleLimit = 4
  private let state = Mutex(State())

  var isStalled: Bool { state.withLock { !$0.abandoned.isEmpty } }

  /// Starts an operation. Returns its number.
  func start() -> UInt64 {
    state.withLock { state in
      state.started += 1
      return state.started
    }
  }

  /// Records that an operation was given up after a stall.
  func abandon(_ number: UInt64) { state.withLock { _ = $0.abandoned.insert(number) } }

  func finish(_ number: UInt64) {
    state.withLock { state in
      state.finished += 1
      state.abandoned.remove(number)
    }
  }

  func sample() -> Sample { Sample(finished: state.withLock { $0.finished }) }

  /// Compares `sample` with the current state and updates it.
  ///
  /// - Parameter isLate: The sample was taken much later than planned: the process itself got no processor time, so it takes
  ///   ``sampleLimit`` of them in a row to tell a stall.
  func check(_ sample: inout Sample, isLate: Bool = false) -> Progress {
    let finished = state.withLock { $0.finished }
    guard finished != sample.finished else {
      sample.lateCount += 1
      return isLate && sample.lateCount < Self.sampleLimit ? .progressing : .stalled
    }
    sample.lateCount = 0
    sample.finished = finished
    sample.count += 1
    return sample.count < Self.sampleLimit ? .progressing : .overdue
  }
}
