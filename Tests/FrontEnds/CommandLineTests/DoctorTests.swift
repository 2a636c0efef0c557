import OrderedJSON
import Platform
import TestSupport
import Testing

@testable import CommandLine

/// What `holocron doctor` finds in files.
@Suite struct DoctorTests {
  private func findings(_ variables: [String: String]) async throws -> [JSON] {
    let harness = CommandHarness(variables: variables)
    _ = try await harness.run("doctor --json")
    return try JSON(parsing: harness.output).array ?? []
  }

  @Test func `doctor warns about sections of the configuration that no program reads`() async throws {
    let folder = try TemporaryDirectory()
    try folder.write(#"{"log":{"level":"info"},"cahce":{"store":"memory"},"colour.mode":true,"bus":"ipc:///x/bus"}"#, to: "config.json")
    let finding = try await findings(["HOLOCRON_CONFIG": folder.file("config.json")]).first { $0["check"] == "Configuration" }
    #expect(finding?["state"] == "warn")
    #expect(finding?["message"]?.string?.hasSuffix("config.json: no program reads the sections 'cahce', 'colour'") == true)
    #expect(finding?["remedy"] == "rename 'cahce' to 'cache', or remove it")
  }

  private func swiftPaths(in folder: String) throws -> [String] {
    try ProjectFolder.swiftFiles(in: folder).map { "\(folder)/\($0).swift" }
      + ProjectFolder.folders(in: folder).flatMap { try swiftPaths(in: "\(folder)/\($0)") }
  }

  /// Every service declares its settings in the sources, so a new section is found there.
  @Test func `doctor knows the sections of all settings`() throws {
    let declaration = /Setting(?:<[^(]*>)?\(\s*"([a-z-]+)[."]/
    let files = try ["Modules/Hosting", "Apps"].flatMap(swiftPaths)
    let declared = Set(try files.flatMap { try ProjectFolder.text($0).matches(of: declaration).map { String($0.1) } })
    #expect(declared.count > 8)
    #expect(declared.union(["explorer"]) == Set(DoctorChecks.configurationSections))
  }

  @Test func `doctor points to the latest report of a crash`() async throws {
    let folder = try TemporaryDirectory()
    let variables = ["XDG_STATE_HOME": folder.path]
    #expect(try await !findings(variables).contains { $0["check"] == "Crashes" })
    try Folder.create(folder.file("holocron/crashes"))
    for name in ["2026-11-22T09-05-00Z-cache-1-7.txt", "2026-11-22T09-06-00Z-broker-8.txt", "notes"] {
      try folder.write("", to: "holocron/crashes/\(name)")
    }
    // The folder of the supervisor, which was started with another environment.
    try Folder.create(folder.file("other/crashes"))
    try Folder.create(folder.file("run/holocron"))
    try folder.write("", to: "other/crashes/2026-11-22T09-07-00Z-cache-1-9.txt")
    try folder.write(#"{"logs":"\#(folder.file("other"))"}"#, to: "run/holocron/supervisor.json")
    let both = try await findings(variables.merging(["XDG_RUNTIME_DIR": folder.file("run")]) { $1 }).first { $0["check"] == "Crashes" }
    #expect(both?["message"] == "3 processes have crashed or were killed in the last 7 days")
    #expect(both?["remedy"]?.string?.hasSuffix("other/crashes/2026-11-22T09-07-00Z-cache-1-9.txt") == true)
    let finding = try await findings(variables).first { $0["check"] == "Crashes" }
    #expect(finding?["state"] == "warn")
    #expect(finding?["message"] == "2 processes have crashed or were killed in the last 7 days")
    #expect(finding?["remedy"] == .string("read the latest report: \(folder.file("holocron/crashes/2026-11-22T09-06-00Z-broker-8.txt"))"))
  }
}
