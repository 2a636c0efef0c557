import FoundationEssentials
import TestSupport
import Testing

struct ScriptTests {
  static let names = ((try? Project.entries("Scripts")) ?? []).sorted()

  @Test(arguments: names) func explainsItself(name: String) async throws {
    let path = "\(Project.root)/Scripts/\(name)"
    #expect(FileManager.default.isExecutableFile(atPath: path))
    let script = try await RunningProcess.start(path, ["--help"], environment: ["PATH": "/usr/bin:/bin"])
    #expect(try await script.ending() == .exited(0))
    #expect(script.output.hasPrefix("Usage: Scripts/\(name)"))
    #expect(script.errors.isEmpty)
  }

  @Test(arguments: names) func stopsAtTheFirstMistake(name: String) throws {
    let text = try Project.text("Scripts/\(name)")
    #expect(text.hasPrefix("#!/usr/bin/env bash\n"))
    #expect(text.contains("\nset -euo pipefail\n"))
  }
}
