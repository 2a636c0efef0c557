import Platform
import TestSupport
import Testing

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
