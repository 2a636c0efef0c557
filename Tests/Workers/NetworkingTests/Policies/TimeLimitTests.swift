import Testing

@testable import Networking

@Suite struct TimeLimitTests {
  let late = OriginError(.timedOut, "late")

  @Test func givesWhatCameInTime() async throws {
    #expect(try await within(.now + .seconds(60), late: late) { () throws(OriginError) in 1 } == 1)
  }

  @Test func passesFailuresOn() async {
    let error = await #expect(throws: OriginError.self) {
      try await within(.now + .seconds(60), late: late) { () throws(OriginError) -> Int in throw OriginError(.broken, "broken") }
    }
    #expect(error?.code == .broken)
  }

  @Test func cancelsWhatIsLate() async {
    let error = await #expect(throws: OriginError.self) {
      try await within(.now + .milliseconds(5), late: late) { () throws(OriginError) in
        try? await Task.sleep(for: .seconds(600))
      }
    }
    #expect(error?.code == .timedOut)
  }

  @Test func beginsNothingAfterTheDeadline() async {
    let error = await #expect(throws: OriginError.self) {
      try await within(.now - .seconds(1), late: late) { () throws(OriginError) in Issue.record("begun") }
    }
    #expect(error?.code == .timedOut)
  }

  @Test func tellsBeingCancelledFromBeingLate() async {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await within(.now + .seconds(60), late: late) { () throws(OriginError) in
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
