import Testing

@testable import Contracts

@Suite struct HTTPDateTests {
  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 23:59:59 GMT", 951_868_799),
      ("Fri, 01 Mar 2024 00:00:00 GMT", 1_709_251_200), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Wed Nov 16 08:49:37 1994", 784_975_777), ("Sunday, 06-Nov-94 08:49:37", nil),
      ("Sun, 06-Nov-94 08:49:37 GMT", nil), ("Sunday, 06-Nov-1994 08:49:37 GMT", nil), ("Sunday, 06-Nov--4 08:49:37 GMT", nil),
      ("Sunday, 06 Nov-94 08:49:37 GMT", nil), ("Sun Nov  6 08:49:37 94", nil), ("Sun Nov 006 08:49:37 1994", nil),
      ("Sun, 06 Nov 1994 08:49:37 CET", nil), ("Sun, 06 Nov 1994 24:00:00 GMT", nil), ("Sun, 32 Nov 1994 08:49:37 GMT", nil),
      ("Thu, 31 Feb 1994 08:49:37 GMT", nil),
      ("Sun, 06 Nov 1994 08:49:37.5 GMT", nil), ("Wed, 31 Dec 1969 23:59:58 GMT", -2), ("", nil),
      ("0", nil),
    ] as [(String, Int64?)])
  func `HTTP dates are parsed`(_ text: String, _ seconds: Int64?) {
    #expect(HTTPDate(text, in: 2025)?.seconds == seconds)
  }

  @Test(arguments: [
    (94, 2025, 1994), (75, 2025, 2075), (76, 2025, 1976), (26, 2025, 2026), (25, 1999, 2025), (99, 2000, 1999), (40, 2080, 2040),
  ])
  func `a year of two digits is at most fifty years ahead`(short: Int, current: Int, year: Int) {
    let date = HTTPDate("Sunday, 01-Jan-\(short) 00:00:00 GMT", in: current)
    #expect(date != nil && date == HTTPDate("Sun, 01 Jan \(year) 00:00:00 GMT", in: current))
  }
}

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
