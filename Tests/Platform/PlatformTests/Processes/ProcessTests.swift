import TestSupport
import Testing

@testable import Platform

@Suite struct ProcessTests {
  @Test func `the program of a process is found`() throws {
    let own = try #require(RunningProgram.own)
    #expect(RunningProgram(of: Int(OwnProcess.id)) == own)
    #expect(own.path == "\(own.folder)/\(own.name)")
    for process in [0, -1, Int.max] { #expect(RunningProgram(of: process) == nil) }
  }

  @Test func `a program that was replaced is found under its old path`() async throws {
    let directory = try TemporaryDirectory()
    let copying = try await RunningProcess.start("/bin/cp", ["/bin/sleep", directory.file("sleep")])
    try await copying.ends(.exited(0))
    let process = try Spawn(directory.file("sleep"), ["600"]).start()
    defer {
      Signal.kill.send(to: process.id)
      process.wait()
    }
    FileSystem.remove(directory.file("sleep"))
    try await eventually("the program runs") { RunningProgram(of: Int(process.id))?.path == directory.file("sleep") }
  }

  @Test func `a process has ended when its parent has waited for it`() throws {
    let scope = ProcessScope.own
    #expect(scope.isKnown)
    #expect(!scope.hasEnded(OwnProcess.id))
    let process = try Spawn("/bin/sleep", ["600"]).start()
    #expect(!scope.hasEnded(process.id))
    Signal.kill.send(to: process.id)
    process.wait()
    #expect(scope.hasEnded(process.id))
    for group in [0, -1] as [Int32] { #expect(!scope.hasEnded(group)) }
  }

  @Test func `a process has ended when nobody has waited for it, and when its ID belongs to another one`() async throws {
    let process = try Spawn("/bin/sleep", ["600"]).start()
    let instance = try #require(ProcessInstance(process.id))
    #expect(!instance.hasEnded)
    Signal.kill.send(to: process.id)
    try await eventually("the process has ended") { instance.hasEnded }
    process.wait()
    #expect(instance.hasEnded)
    #expect(ProcessInstance(process.id) == nil)
    for id in [0, -1] as [Int32] { #expect(ProcessInstance(id) == nil) }
    let own = try #require(ProcessInstance(OwnProcess.id))
    #expect(own == ProcessInstance(OwnProcess.id))
  }

  @Test func `the name of a program does not hide its state`() throws {
    let numbers = (4...30).map { String($0) }.joined(separator: " ")
    let statistics = try #require(ProcessStatistics(Array("7 (a) Z b)) T 1 \(numbers)".utf8)))
    #expect(statistics.isStopped)
    #expect(!statistics.hasEnded)
    #expect(statistics.threads == 19)
    #expect(statistics.startTime == 21)
    for text in ["", "7 (a)", "7 (a) R 1 2", "7 (a) R \(numbers.replacing("22", with: "x"))"] {
      #expect((ProcessStatistics(Array(text.utf8)) == nil), "\(text)")
    }
  }

  @Test(arguments: [("Z", 1, true), ("Z", 0, true), ("Z", 2, false), ("X", 1, true), ("R", 1, false), ("T", 1, false)])
  func `a process has ended when its last thread has`(state: String, threads: Int, hasEnded: Bool) throws {
    let numbers = (4...30).map { $0 == 20 ? String(threads) : String($0) }.joined(separator: " ")
    #expect(try #require(ProcessStatistics(Array("7 (a) \(state) \(numbers)".utf8))).hasEnded == hasEnded)
  }

  @Test func `a process is stopped until it continues`() async throws {
    let scope = ProcessScope.own
    let process = try Spawn("/bin/sleep", ["600"]).start()
    defer {
      Signal.kill.send(to: process.id)
      process.wait()
    }
    #expect(!scope.isStopped(process.id))
    Signal.stop.send(to: process.id)
    try await eventually("the process stops") { scope.isStopped(process.id) }
    Signal.continue.send(to: process.id)
    try await eventually("the process continues") { !scope.isStopped(process.id) }
    for process in [0, -1] as [Int32] { #expect(!scope.isStopped(process)) }
  }

  /// Fields 9 and 31 of proc_pid_stat(5).
  @Test(arguments: [
    ("S", 0x40_0040, 0, false), ("S", 0x40_0040, 0x100, true), ("R", 0x40_0044, 0, true), ("R", 0x40_0440, 0, true), ("Z", 0, 0, true),
  ])
  func `a process that got SIGKILL is ending`(state: String, flags: Int, pending: Int, isEnding: Bool) throws {
    let line = "7 (a) \(state) 1 1 1 0 0 \(flags) " + (10...30).map { "\($0)" }.joined(separator: " ") + " \(pending) 0 0"
    #expect(try #require(ProcessStatistics(Array(line.utf8))).isEnding == isEnding)
  }

  @Test func `a user without a name is described by the ID`() {
    #expect(User.label(of: 4_000_000_000) == "4000000000")
    #expect(User.label(of: 0) == "root (0)")
  }

  @Test(arguments: [
    ("127.0.0.1", true), ("127.255.0.9", true), ("::1", true), ("0:0:0:0:0:0:0:1", true), ("128.0.0.1", false), ("0.0.0.0", false),
    ("::", false), ("::2", false), ("localhost", false), ("127.1", false), ("", false),
  ]) func `loopback addresses are recognised`(host: String, isLoopback: Bool) {
    #expect(NumericAddress.isLoopback(host) == isLoopback)
  }

  @Test(arguments: [
    (0, [1970, 1, 1, 0, 0, 0]), (951_782_400, [2000, 2, 29, 0, 0, 0]), (4_102_444_799, [2099, 12, 31, 23, 59, 59]),
    (-1, [1969, 12, 31, 23, 59, 59]),
  ]) func `times are converted to the calendar in UTC`(seconds: Int, expected: [Int]) {
    let time = CalendarTime(secondsSince1970: seconds)
    #expect([time.year, time.month, time.day, time.hour, time.minute, time.second] == expected)
    #expect(CalendarTime(secondsSince1970: 951_782_409).text == "2000-02-29T00:00:09Z")
  }
}

struct BacktraceSettingsTests {
  @Test func `backtraces are enabled if the program for them is installed and the environment has no setting`() throws {
    let folder = try TemporaryDirectory()
    let none = BacktraceSettings.value(executablesIn: folder.path, environment: Environment([:]))
    #expect(none == nil)
    try folder.writeProgram("#!/bin/sh\n", to: "swift-backtrace-static")
    let value = BacktraceSettings.value(executablesIn: folder.path, environment: Environment([:]))
    #expect(value?.hasPrefix("enable=yes,") == true)
    #expect(value?.hasSuffix(",swift-backtrace=\(folder.file("swift-backtrace-static"))") == true)
    let own = BacktraceSettings.value(executablesIn: folder.path, environment: Environment(["SWIFT_BACKTRACE": "enable=no"]))
    #expect(own == nil)
  }
}
