import Platform
import TestSupport
import Testing

@testable import Hosting

struct CrashReportTests {
  private func report(time: Int = 1_795_338_300, process: String = "cache-1", lines: [String] = []) -> CrashReport {
    CrashReport(
      time: time, process: process, program: "holocron-cache", pid: 4_711, signal: .segmentationFault,
      uptime: .milliseconds(12_300), log: "/logs/cache-1.log", lastLines: lines)
  }

  @Test func `a report says what ended, when, how and after how long`() {
    let text = report(lines: ["2026-11-22T09:04:59.000Z info worker starting", "Fatal error: Index out of range"]).text
    #expect(text.hasPrefix("Time     2026-11-22T09:05:00Z\nProcess  cache-1 (process 4711)\nProgram  holocron-cache "))
    #expect(text.contains("\nEnded    signal 11 (SIGSEGV) after 12 s\nLog      /logs/cache-1.log\n"))
    #expect(
      text.hasSuffix("\nLast lines of the log:\n2026-11-22T09:04:59.000Z info worker starting\nFatal error: Index out of range\n"))
  }

  /// Events of these levels describe single requests.
  @Test func `a report leaves out events of the levels debug and trace`() {
    let lines = [
      "2026-11-22T09:04:59.000Z debug request target=/people/1",
      #"{"time":"2026-11-22T09:04:59.000Z","level":"trace","message":"/people/2"}"#,
      "2026-11-22T09:04:59.000Z warning slow", #"{"time":"2026-11-22T09:04:59.000Z","level":"error","message":"cannot read"}"#,
    ]
    let text = report(lines: lines).text
    #expect(!text.contains("people"))
    #expect(text.hasSuffix("\(lines[2])\n\(lines[3])\n"))
  }

  @Test func `a report is bounded and keeps the last lines`() {
    let lines = (1...200).map { "\($0) " + String(repeating: "x", count: 1_000) }
    let text = report(lines: lines).text
    #expect(text.utf8.count <= CrashReport.maximumSize)
    #expect(text.hasSuffix("\(lines[199])\n"))
    #expect(text.utf8.count > CrashReport.maximumSize / 2)
  }

  @Test func `only the latest reports are kept`() throws {
    let folder = try TemporaryDirectory()
    var paths: [String] = []
    for number in 0..<(CrashReport.maximumCount + 5) { paths.append(try report(time: 1_795_338_300 + number).write(in: folder.path)) }
    #expect(paths[0].hasSuffix("/crashes/2026-11-22T09-05-00Z-cache-1-4711.txt"))
    #expect(
      Folder.names(in: folder.file("crashes")).sorted()
        == paths.suffix(CrashReport.maximumCount).map { $0.split(separator: "/").last.map(String.init) })
    #expect(try FileStatus(of: paths[10]).isPrivate)
  }

  @Test func `the signal is the one that the last line names`() {
    #expect(Host.signal(in: ["x", "holocron-node: ended by signal 11"]) == .segmentationFault)
    #expect(Host.signal(in: ["holocron-node: ended by signal 11", "later"]) == nil)
    #expect(Host.signal(in: []) == nil)
  }
}
