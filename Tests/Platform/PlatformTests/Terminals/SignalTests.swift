import Platform
import Synchronization
import TestSupport
import Testing

/// Signal handlers belong to the whole process, so each test runs in a process of its own.
@Suite struct SignalTests {
  /// The threads of tasks block most signals, but not those of faults.
  @Test func `a signal that is deferred is handled afterwards`() async throws {
    let result = try await #require(processExitsWith: .exitCode(139), observing: [\.standardOutputContent]) {
      LastAction.terminal.disarm()
      Signal.segmentationFault.handle { number in
        LastAction.terminal.perform()
        OwnProcess.exitAtOnce(Signal(rawValue: number).exitCode)
      }
      Signal.deferring([.segmentationFault]) {
        Signal.segmentationFault.raise()
        LastAction.terminal.arm("<afterwards>")
      }
    }
    #expect(String(decoding: result.standardOutputContent, as: UTF8.self).contains("<afterwards>"))
  }

  @Test func `a terminal is restored once, and only while armed`() async throws {
    let result = try await #require(processExitsWith: .exitCode(0), observing: [\.standardOutputContent]) {
      LastAction.terminal.disarm()
      LastAction.terminal.perform()
      LastAction.terminal.arm("<a>")
      LastAction.terminal.disarm()
      LastAction.terminal.perform()
      LastAction.terminal.rearm()
      LastAction.terminal.perform()
      LastAction.terminal.perform()
      LastAction.terminal.arm("<b>")
      LastAction.terminal.perform()
      OwnProcess.exitAtOnce(0)
    }
    #expect(String(decoding: result.standardOutputContent, as: UTF8.self).contains("<a><b>"))
    #expect(!String(decoding: result.standardOutputContent, as: UTF8.self).contains("<a><a>"))
  }

  /// One thread arms while another restores, as a crash on another thread than that of the terminal does.
  @Test func `a handler writes only whole sequences while another thread arms`() async throws {
    let result = try await #require(processExitsWith: .exitCode(0), observing: [\.standardOutputContent]) {
      LastAction.terminal.disarm()
      let isArmed = Atomic(true)
      let (ended, continuation) = AsyncStream.makeStream(of: Void.self)
      try BackgroundThread.start { [continuation] in
        while isArmed.load(ordering: .relaxed) { LastAction.terminal.perform() }
        continuation.finish()
      }
      for _ in 0..<2_000 {
        LastAction.terminal.arm("<a>")
        LastAction.terminal.arm("<\(String(repeating: "b", count: 100))>")
      }
      isArmed.store(false, ordering: .relaxed)
      for await _ in ended {}
      OwnProcess.exitAtOnce(0)
    }
    let output = String(decoding: result.standardOutputContent, as: UTF8.self)
    #expect(output.contains("<a>") || output.contains("<b"))
    #expect(!output.replacing("<a>", with: "").replacing("<\(String(repeating: "b", count: 100))>", with: "").contains("<"))
  }

  @Test func `a crash handler runs before the process ends by the signal`() async throws {
    let result = try await #require(processExitsWith: .signal(Signal.abort.rawValue), observing: [\.standardOutputContent]) {
      LastAction.terminal.disarm()
      LastAction.terminal.arm("<crash>")
      Signal.handleCrashes { number in
        LastAction.terminal.perform()
        Signal(rawValue: number).raise()
      }
      sendToThisProcess(.abort)
    }
    #expect(String(decoding: result.standardOutputContent, as: UTF8.self).contains("<crash>"))
  }

  @Test func `a pipe stays open after its owner is gone so that a late signal reaches no other file`() async {
    await #expect(processExitsWith: .exitCode(0)) {
      func catchSignal() throws -> Int32 { try SignalPipe([.user1]).descriptor }
      let descriptor = try catchSignal()
      Signal.user1.send(to: OwnProcess.id)
      while true {
        let readiness = Polling.wait(for: [descriptor], within: nil)[0]
        if !readiness.isEmpty { OwnProcess.exitAtOnce(readiness == .readable ? 0 : 1) }
      }
    }
  }

  @Test func `an ignored signal has no effect until its default action is restored`() async {
    await #expect(processExitsWith: .signal(Signal.user1.rawValue)) {
      guard !Signal.user1.isIgnored else { OwnProcess.exitAtOnce(7) }
      Signal.user1.ignore()
      guard Signal.user1.isIgnored else { OwnProcess.exitAtOnce(8) }
      Signal.user1.send(to: OwnProcess.id)
      Signal.user1.restoreDefault()
      sendToThisProcess(.user1)
      OwnProcess.exitAtOnce(0)
    }
  }
}

/// Sends the signal to the process, because the threads of tasks block most signals, and waits for the process to end.
private func sendToThisProcess(_ signal: Signal) {
  signal.send(to: OwnProcess.id)
  let end = ContinuousClock.now + .testLimit
  while ContinuousClock.now < end { _ = Polling.wait(for: [], within: .seconds(1)) }
}
