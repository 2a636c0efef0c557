import OrderedJSON
import Platform
import Presentation
import TestSupport
import Testing

@testable import CommandLine

/// The counters of `holocron usage`.
@Suite struct UsageTests {
  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  private var variables: [String: String] { ["XDG_STATE_HOME": folder.path] }
  private var counters: UsageCounters { UsageCounters(Environment(variables)) }

  private func usage(_ line: String) async throws -> CommandHarness {
    let harness = CommandHarness(variables: variables)
    #expect(try await harness.run(line) == .success)
    return harness
  }

  @Test func `nothing is written until the counters are turned on`() async throws {
    counters.count("show")
    let harness = try await usage("usage")
    #expect(harness.notes == "holocron: the counters are off; holocron usage on turns them on\n")
    #expect(harness.output.isEmpty)
    #expect(try await usage("usage off").notes == "holocron: the counters are off\n")
    #expect(try await usage("usage clear").notes == "holocron: the counters are off\n")
    #expect(Folder.names(in: folder.path).isEmpty)
  }

  @Test func `commands are counted until the counters are turned off`() async throws {
    _ = try await usage("usage on")
    for command in ["show", "films", "show", "show", "films", "up"] { counters.count(command) }
    let json = try JSON(parsing: try await usage("usage --json").output)
    #expect(json["commands"] == ["show": 3, "films": 2, "up": 1])
    #expect(json["since"] == "2026-09-21T18:13:20Z")
    #expect(try await usage("usage show").output.hasSuffix("show\t3\nfilms\t2\nup\t1\n"))
    #expect(try await usage("usage on").notes == "holocron: the counters are already on\n")
    #expect(try FileStatus(of: counters.path).isPrivate)
    _ = try await usage("usage clear")
    #expect(counters.contents != nil && counters.counts.isEmpty)
    _ = try await usage("usage off")
    // Removing the lock as well could let two commands count at once.
    #expect(Folder.names(in: folder.file("holocron")) == ["usage.json.lock"])
  }

  @Test func `commands that run at once are all counted`() async throws {
    try counters.start(at: 0)
    await withTaskGroup { group in
      for _ in 1...4 { group.addTask { [counters] in for _ in 1...5 { counters.count("show", within: .testLimit) } } }
    }
    #expect(counters.counts.map(\.command) == ["show"] && counters.counts.first?.count == 20)
  }

  @Test(arguments: ["", "[]", "{\"since\":1}", "nonsense"]) func `a damaged file counts nothing and breaks nothing`(text: String)
    async throws
  {
    try Folder.create(folder.file("holocron"))
    try folder.write(text, to: "holocron/usage.json")
    counters.count("show")
    #expect(Files.text(counters.path) == text)
    #expect(try await usage("usage on").notes.hasPrefix("holocron: counting commands in "))
    #expect(counters.contents != nil && counters.counts.isEmpty)
  }
}
