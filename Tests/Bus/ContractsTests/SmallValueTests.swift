import Testing

@testable import Contracts

@Suite struct TaskLimitTests {
  @Test func `a task that takes longer than the limit goes on`() async {
    let (numbers, number) = AsyncStream.makeStream(of: Int.self)
    let task = Task<Int, Never> { await numbers.reduce(0, +) }
    #expect(await task.value(within: .milliseconds(1)) == nil)
    number.yield(7)
    number.finish()
    #expect(await task.value(within: .seconds(3_600)) == 7)
  }

  @Test func `a cancelled caller stops waiting, and the task goes on`() async {
    let (numbers, number) = AsyncStream.makeStream(of: Int.self)
    let task = Task<Int, Never> { await numbers.reduce(0, +) }
    let caller = Task<Int?, Never> { await task.value(within: .seconds(3_600)) }
    caller.cancel()
    #expect(await caller.value == nil)
    #expect(!task.isCancelled)
    number.finish()
  }
}
