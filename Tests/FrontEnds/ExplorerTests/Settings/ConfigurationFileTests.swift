import Foundation
import Localization
import MessageBus
import Platform
import Presentation
import Testing

@testable import Explorer

@Suite struct ConfigurationFileTests {
  @Test func `a missing file is an error only if it was named`() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/holocron-\(UUID())"
    #expect(try ConfigurationFiles.read(environment: Environment(["XDG_CONFIG_HOME": folder]), folder: nil).files.isEmpty)
    let problem = #expect(throws: Problem.self) { try Self.read("\(folder)/c.json") }
    #expect(problem?.status == 400)
    #expect(problem?.detail == "cannot read the configuration file \(folder)/c.json: No such file or directory")
  }

  private static func read(_ path: String) throws(Problem) -> ConfigurationFiles {
    try ConfigurationFiles.read(environment: Environment(["HOLOCRON_CONFIG": path]))
  }

  @Test(.timeLimit(.minutes(5))) func `a named pipe is rejected without blocking`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/holocron-\(UUID()).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(mkfifo(path, 0o600) == 0)
    let problem = #expect(throws: Problem.self) { try Self.read(path) }
    #expect(problem?.detail == "cannot read the configuration file \(path): not a regular file")
  }

  @Test func `the file is read and syntax errors are reported`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/holocron-\(UUID()).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try #"{"explorer": {"theme": "light"}}"#.write(toFile: path, atomically: true, encoding: .utf8)
    let preferences = try Preferences(files: Self.read(path))
    #expect(preferences.theme.source.description == "'explorer.theme' in \(path)")
    try "{".write(toFile: path, atomically: true, encoding: .utf8)
    let problem = #expect(throws: Problem.self) { try Self.read(path) }
    #expect(problem?.detail?.hasPrefix("\(path) is not valid JSON at line 1") == true)
    #expect(problem?.status == 400)
  }
}
