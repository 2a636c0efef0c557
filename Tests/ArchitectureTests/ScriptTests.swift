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

  /// Scripts/build is a fake that offers a shell under two names.
  @Test func `executables are copied without symbols, and name the file of their symbols`() async throws {
    let folder = try TemporaryDirectory()
    for name in ["Scripts", "built"] {
      try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
    }
    try folder.writeProgram(try ProjectFolder.text("Scripts/strip"), to: "Scripts/strip")
    try folder.writeProgram(
      "#!/bin/sh\nif [ \"${1:-}\" = --list ]; then echo holocron-one holocron-two; else echo \(folder.file("built")); fi\n",
      to: "Scripts/build")
    func run(_ commands: String) async throws -> RunningProcess {
      let shell = try await RunningProcess.start(
        "/bin/sh", ["-e", "-c", "cd \(folder.path)\n\(commands)"], environment: ["PATH": "/usr/bin:/bin:/usr/local/bin"])
      try await shell.ends(.exited(0))
      return shell
    }
    let stripping = try await run(#"cp "$(command -v bash)" built/holocron-one; Scripts/strip prefix"#)
    #expect(stripping.errors.contains("Copying the executables to ") && stripping.errors.contains("The executables in "))
    #expect(try await run("prefix/bin/holocron-two -c 'echo $0 runs' two").output == "two runs\n")
    _ = try await run("[ prefix/bin/holocron-two -ef prefix/bin/holocron-one ]")
    #expect(
      try await run("ls -A prefix/bin prefix/lib/debug").output
        == "prefix/bin:\nholocron-one\nholocron-two\n\nprefix/lib/debug:\nholocron-one.debug\n")
    #expect(
      try await run("readelf --string-dump=.gnu_debuglink prefix/bin/holocron-one").output.contains("../lib/debug/holocron-one.debug"))
    // The last four bytes of a debug link are the checksum of the file.
    _ = try await run(
      """
      objcopy --remove-section .gnu_debuglink built/holocron-one unlinked
      objcopy --add-gnu-debuglink=prefix/lib/debug/holocron-one.debug unlinked linked
      objcopy --dump-section .gnu_debuglink=expected linked copy
      objcopy --dump-section .gnu_debuglink=written prefix/bin/holocron-one copy
      tail -c 4 expected >expected.sum
      tail -c 4 written | cmp - expected.sum
      """)
    // A run that was killed has left its files behind.
    _ = try await run("echo >prefix/bin/.holocron-two.new; Scripts/strip prefix")
    _ = try await run("[ prefix/bin/holocron-two -ef prefix/bin/holocron-one ]")
    let refusal = try await run("if Scripts/strip --at-most 0 prefix; then exit 1; fi")
    #expect(refusal.errors.contains("more than the allowed 0 MB"))
  }
}
