import OrderedJSON
import Platform
import TestSupport
import Testing

/// The versions of the executables, including those that are names of another one.
struct VersionTests {
  static let programs: [String] = {
    let listed = (try? ProjectFolder.text("Scripts/build"))?.matches(of: /\n  "(holocron[a-z -]*)"/) ?? []
    return listed.flatMap { $0.1.split(separator: " ").map(String.init) }
  }()

  @Test(arguments: programs) func `a program prints its name and version, and says so in its help`(name: String) async throws {
    let version = try await Sandbox().run(name, "--version")
    #expect(version.ending == .exited(0))
    #expect(version.output == "\(name) \(Version.number)\n")
    #expect(version.errors == "")
    let help = try await Sandbox().run(name, "--help")
    #expect(help.ending == .exited(0))
    #expect(help.output.contains("--version"))
    // All programs write help in one form.
    #expect(!help.output.contains("OVERVIEW:") && help.output.contains("Usage\n  \(name) "))
  }

  @Test(arguments: [["--version", "--json"], ["--json", "--version"], ["version", "--json"]])
  func `the version as JSON names the program and its libraries`(words: [String]) async throws {
    let process = try await Sandbox().start("holocron", arguments: words)
    try await process.ends(.exited(0))
    let version = try JSON(parsing: process.output)
    #expect(version["name"]?.string == "holocron")
    #expect(version["version"]?.string == Version.number)
    #expect(version["libzmq"]?.string?.wholeMatch(of: /4\.\d+\.\d+/) != nil)
    #expect(version["swift"]?.string?.wholeMatch(of: /\d+\.\d+/) != nil)
  }
}
