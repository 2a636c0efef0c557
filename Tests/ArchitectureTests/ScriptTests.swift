import FoundationEssentials
import TestSupport
import Testing

struct ScriptTests {
  static let names = ((try? ProjectFolder.names(in: "Scripts")) ?? []).sorted()

  @Test(arguments: names) func `a script is executable and explains itself with --help`(name: String) async throws {
    let path = "\(ProjectFolder.root)/Scripts/\(name)"
    #expect(FileManager.default.isExecutableFile(atPath: path))
    let script = try await RunningProcess.start(path, ["--help"], environment: ["PATH": "/usr/bin:/bin"])
    try await script.ends(.exited(0))
    #expect(script.output.hasPrefix("Usage: Scripts/\(name)"))
    #expect(script.errors.isEmpty)
  }

  @Test(arguments: names) func `a script stops at the first error`(name: String) throws {
    let text = try ProjectFolder.text("Scripts/\(name)")
    #expect(text.hasPrefix("#!/usr/bin/env bash\n"))
    #expect(text.contains("\nset -euo pipefail\n"))
  }

  @Test func `failures and unfinished tests are listed with the names of their tests`() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(
      """
      {"kind":"test","payload":{"id":"A","name":"a()","displayName":"a screen","sourceLocation":{"fileID":"Tests/A.swift","line":7}}}
      {"kind":"test","payload":{"id":"B","name":"b()","sourceLocation":{"fileID":"Tests/B.swift","line":9}}}
      {"kind":"event","payload":{"kind":"testCaseStarted","testID":"A","_testCase":{"id":"1","displayName":"wide"}}}
      {"kind":"event","payload":{"kind":"testCaseStarted","testID":"B","_testCase":{"id":"1","displayName":""}}}
      {"kind":"event","payload":{"kind":"issueRecorded","testID":"A","issue":{"isKnown":true},"messages":[{"text":"known"}]}}
      {"kind":"event","payload":{"kind":"issueRecorded","testID":"A","issue":{"isKnown":false},"messages":[{"text":"no Luke in │\\n▸ Leia"}]}}
      {"kind":"event","payload":{"kind":"testCaseEnded","testID":"A","_testCase":{"id":"1"}}}
      {"kind":"event","payl
      """, to: "events")
    let script = try await RunningProcess.start(
      "\(ProjectFolder.root)/Scripts/failures", [folder.file("events")], environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
    try await script.ends(.exited(0))
    #expect(script.output == "\na screen (Tests/A.swift:7)\n  no Luke in │\n  ▸ Leia\n\nNot ended:\n  b() (Tests/B.swift:9)\n")
  }

  /// The compiler is a fake that writes Package.resolved during the first build, as SwiftPM does.
  @Test func `a second build without changes compiles nothing`() async throws {
    let folder = try TemporaryDirectory()
    for name in ["Scripts", "Modules", "Apps", "bin"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    for name in ["Package.swift", "Modules/A.swift", "Apps/B.swift"] { try folder.write("", to: name) }
    try folder.writeProgram(try ProjectFolder.text("Scripts/build"), to: "Scripts/build")
    try folder.writeProgram("#!/bin/sh\n", to: "Scripts/setup")
    try folder.writeProgram(
      "#!/bin/sh\necho built >>journal\n[ -e Package.resolved ] || echo 1 >Package.resolved\ntouch -d '+1 minute' Package.resolved\n",
      to: "bin/swift")
    func builds(after change: String = "") async throws -> Int {
      let script = try await RunningProcess.start(
        "/bin/sh", ["-c", "cd \(folder.path) && \(change.isEmpty ? ":" : change) && Scripts/build"],
        environment: ["PATH": "\(folder.file("bin")):/usr/bin:/bin"])
      try await script.ends(.exited(0))
      #expect(script.output == "\(folder.path)/.build/release\n")
      return try String(contentsOfFile: folder.file("journal"), encoding: .utf8).split(separator: "\n").count
    }
    #expect(try await builds() == 1)
    #expect(try await builds() == 1)
    #expect(try await builds(after: "touch Package.resolved") == 1)
    #expect(try await builds(after: "echo 2 >Package.resolved") == 2)
    #expect(try await builds() == 2)
    #expect(try await builds(after: "rm Package.resolved") == 3)
    #expect(try await builds(after: "touch -d '+1 minute' Modules/A.swift") == 4)
    #expect(try await builds(after: "touch -d '2000-01-01' Modules/A.swift Modules") == 4)
    #expect(try await builds(after: "touch -d '+1 minute' Apps") == 5)
  }
}
