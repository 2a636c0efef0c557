import FoundationEssentials
import Platform
import TestSupport
import Testing

struct ScriptTests {
  static let names = ((try? ProjectFolder.names(in: "Scripts")) ?? []).filter { !ProjectFolder.isFolder("Scripts/\($0)") }

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
    // With CDPATH, cd may change to another folder.
    #expect(!text.contains("cd \"") || text.contains("\nunset CDPATH\n"))
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

  @Test func `the names in the build script are those of Package.swift`() async throws {
    let script = try await RunningProcess.start(
      "\(ProjectFolder.root)/Scripts/build", ["--list"], environment: ["PATH": "/usr/bin:/bin"])
    try await script.ends(.exited(0))
    let text = try ProjectFolder.text("Package.swift")
    var shared: [String: String] = [:]
    for match in text.matches(of: /names\(\s+(".+"),\s+of: "(.+)"\)/) { shared[String(match.2)] = match.1.filter { !"\",".contains($0) } }
    #expect(shared.count == 1)
    let apps = Manifest(text).targets.filter { $0.kind == .app && $0.name != "holocron-bench" }.map(\.name)
    #expect(script.output.split(separator: "\n").map(String.init).sorted() == apps.map { shared[$0] ?? $0 }.sorted())
  }
}
