import Synchronization

/// Checks that the threads of services are alive.
struct Watchdog: Sendable {
  private let services: [any MonitoredService]
  private var lastQuestion: Question?

  init(_ services: [any MonitoredService]) { self.services = services }

  /// Returns whether all services have answered since the last check, and asks them again if so. The first check only asks, and returns
  /// `true`. While a service is silent, it is not asked again, so that it has one task at most.
  mutating func check() -> Bool {
    guard lastQuestion?.isAnswered ?? true else { return false }
    let question = Question(services.count)
    for service in services {
      Task {
        await service.answer()
        question.answer()
      }
    }
    lastQuestion = question
    return true
  }

  private final class Question: Sendable {
    private let missing: Mutex<Int>

    init(_ count: Int) { missing = Mutex(count) }

    var isAnswered: Bool { missing.withLock { $0 == 0 } }
    func answer() { missing.withLock { $0 -= 1 } }
  }
}
