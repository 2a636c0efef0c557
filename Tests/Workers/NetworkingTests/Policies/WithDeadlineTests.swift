import Testing

@testable import Networking

@Suite struct WithDeadlineTests {
  let timeoutError = OriginError(.timedOut, "late")

  @Test func `returns a value before the deadline`() async throws {
    #expect(try await withDeadline(.now + .seconds(60), timeoutError: timeoutError) { () throws(OriginError) in 1 } == 1)
  }

  @Test func `rethrows errors`() async {
    let error = await #expect(throws: OriginError.self) {
      try await withDeadline(.now + .seconds(60), timeoutError: timeoutError) { () throws(OriginError) -> Int in
        throw OriginError(.connectionLost, "broken")
      }
    }
    #expect(error?.code == .connectionLost)
  }

  @Test func `cancels the body at the deadline`() async {
    let error = await #expect(throws: OriginError.self) {
      try await withDeadline(.now + .milliseconds(5), timeoutError: timeoutError) { () throws(OriginError) in
        try? await Task.sleep(for: .seconds(600))
      }
    }
    #expect(error?.code == .timedOut)
  }

  @Test func `does not start the body after the deadline`() async {
    let error = await #expect(throws: OriginError.self) {
      try await withDeadline(.now - .seconds(1), timeoutError: timeoutError) { () throws(OriginError) in Issue.record("begun") }
    }
    #expect(error?.code == .timedOut)
  }

  @Test func `distinguishes cancellation from a timeout`() async {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await withDeadline(.now + .seconds(60), timeoutError: timeoutError) { () throws(OriginError) in
        begin.finish()
        try? await Task.sleep(for: .seconds(600))
        throw OriginError(.cancelled, "cancelled")
      }
    }
    for await _ in begun {}
    task.cancel()
    let error = await #expect(throws: OriginError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }
}
