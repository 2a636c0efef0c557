import Foundation
import MessageBus
import Testing

@testable import Explorer

@Suite struct ConfigurationFileTests {
  @Test(arguments: [
    (["XDG_CONFIG_HOME": "/c", "HOME": "/h"], "/c/holocron/config.json"),
    (["XDG_CONFIG_HOME": "c", "HOME": "/h"], "/h/.config/holocron/config.json"),
    (["HOME": "/h"], "/h/.config/holocron/config.json"), (["HOME": "h"], nil),
  ])
  func `the default path follows the XDG specification`(environment: [String: String], path: String?) {
    #expect(ConfigurationFile.standardPath { environment[$0] } == path)
  }

  @Test func `a missing file is an error only if it was named`() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/holocron-\(UUID())"
    #expect(try ConfigurationFile.read { $0 == "XDG_CONFIG_HOME" ? folder : nil }.members.isEmpty)
    for read in [
      { try ConfigurationFile.read(named: "\(folder)/c.json") { _ in nil } },
      { try ConfigurationFile.read { $0 == "HOLOCRON_CONFIG" ? "\(folder)/c.json" : nil } },
    ] {
      let problem = #expect(throws: Problem.self) { try read() }
      #expect(problem?.status == 400)
      #expect(problem?.detail == "\(folder)/c.json cannot be read: No such file or directory")
    }
  }

  @Test(.timeLimit(.minutes(5))) func `a named pipe is rejected without blocking`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/holocron-\(UUID()).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(mkfifo(path, 0o600) == 0)
    let problem = #expect(throws: Problem.self) { try ConfigurationFile.read(named: path) { _ in nil } }
    #expect(problem?.detail == "\(path) is not a regular file")
  }

  @Test func `the file is read and syntax errors are reported`() throws {
    let path = FileManager.default.temporaryDirectory.path + "/holocron-\(UUID()).json"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try #"{"explorer": {"theme": "light"}}"#.write(toFile: path, atomically: true, encoding: .utf8)
    let preferences = try Preferences(file: .read(named: path) { _ in nil })
    #expect(preferences.theme.source == "'explorer.theme' in \(path)")
    try "{".write(toFile: path, atomically: true, encoding: .utf8)
    let problem = #expect(throws: Problem.self) { try ConfigurationFile.read(named: path) { _ in nil } }
    #expect(problem?.detail?.hasPrefix("\(path) is not valid JSON") == true)
  }
}
