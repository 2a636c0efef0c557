import Testing

@testable import Supervision

struct SilenceWatchTests {
  private let start = SuspendingClock().now

  /// Checks at the given seconds; returns the results.
  private func check(_ watch: inout SilenceWatch, at seconds: [Int]) -> [Bool] {
    seconds.map { watch.isTooLong(at: start + .seconds($0)) }
  }

  @Test func `a process is silent for too long at the limit, counted from its last sign of life`() {
    var watch = SilenceWatch(limit: .seconds(4))
    watch.heard()
    #expect(check(&watch, at: [0, 1, 2, 3, 4, 5, 6]).allSatisfy { !$0 }, "not watched before it was started")
    watch.start()
    watch.becameReady()
    #expect(check(&watch, at: [7, 8, 9]) == [false, false, false])
    watch.heard()
    #expect(check(&watch, at: [10, 11, 12, 13]) == [false, false, false, true])
  }

  @Test func `a process may be silent for longer while it starts`() {
    var watch = SilenceWatch(limit: .seconds(4))
    watch.start()
    #expect(check(&watch, at: Array(0...179)).allSatisfy { !$0 }, "it may wait for files that other processes open")
    watch.heard()
    #expect(check(&watch, at: Array(180...358)).allSatisfy { !$0 }, "it waits for its broker and is alive")
    #expect(check(&watch, at: [359]) == [true])
    #expect(watch.isStarting && watch.currentLimit == .seconds(180))
    watch.becameReady()
    #expect(check(&watch, at: [360, 361, 362, 363]) == [false, false, false, true])
    // The next process starts anew.
    watch.start()
    #expect(watch.isStarting)
    var patient = SilenceWatch(limit: .seconds(600))
    patient.start()
    #expect(patient.currentLimit == .seconds(1_800))
  }

  @Test func `a process that ends is not watched`() {
    var watch = SilenceWatch(limit: .seconds(4))
    watch.start()
    watch.becameReady()
    watch.end()
    // What it sends while it finishes its requests.
    watch.heard()
    #expect(check(&watch, at: Array(0...20)).allSatisfy { !$0 })
  }

  /// It may not have heard what the processes sent meanwhile.
  @Test func `time in which the supervisor did not run counts for nothing`() {
    var watch = SilenceWatch(limit: .seconds(4))
    watch.start()
    watch.becameReady()
    #expect(check(&watch, at: [0, 1, 2, 3]) == [false, false, false, false])
    #expect(check(&watch, at: [100, 101, 102, 103]) == [false, false, false, false])
    #expect(check(&watch, at: [104]) == [true])
  }

  @Test func `checks are frequent enough to count`() {
    for limit in [Duration.seconds(1), .seconds(20), .seconds(3_600)] { #expect(SilenceWatch.interval(limit: limit) <= limit / 8) }
  }
}
