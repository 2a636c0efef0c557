import MessageBus
import OrderedJSON
import Platform
import Presentation
import TestSupport
import Testing

@testable import CommandLine

struct KeysCommandTests {
  private let directory: TemporaryDirectory
  private let variables: [String: String]

  init() throws {
    directory = try TemporaryDirectory()
    variables = ["XDG_CONFIG_HOME": directory.path]
  }

  private func ran(_ line: String, typing lines: [String]? = nil) async throws -> CommandHarness {
    try await .ran(line, variables: variables, typing: lines)
  }

  private func json(_ line: String) async throws -> JSON { try JSON(parsing: Array(try await ran("\(line) --json").output.utf8)) }

  @Test func `a key is made, listed, exported and revoked`() async throws {
    let made = try await json("keys new luke --role front-end")
    #expect(made["name"] == "luke" && made["role"] == "front-end" && made["public"]?.string?.count == 40)
    #expect(try await json("keys list") == [made])
    #expect(try await ran("keys list").output == "luke\tfront-end\t\(made["public"]?.string ?? "")\n")
    let exported = try await ran("keys export luke")
    let file = try JSON(parsing: Array(exported.output.utf8))
    #expect(file["public"] == made["public"] && file["secret"]?.string?.count == 40 && file["server"]?.string?.count == 40)
    #expect(file["bus"] == nil && exported.notes.contains("the file names no endpoint"))
    #expect(try await ran("keys revoke luke").output == "Revoked\tluke\n")
    #expect(try await json("keys list") == [])
  }

  @Test func `a key is exported to a file that only its owner can read`() async throws {
    _ = try await ran("keys new luke --role worker")
    let path = directory.file("luke.json")
    try directory.write("old", to: "luke.json")
    try FileSystem.setMode(0o644, of: path)
    #expect(try await ran("keys export luke \(path)").output == "Exported\tluke\nFile\t\(path)\n")
    #expect(try FileStatus(of: path).mode == 0o600)
    #expect(try KeyFile(path).role == .worker)
    let problem = await #expect(throws: Problem.self) { try await ran("keys export luke /nonexistent/luke.json") }
    #expect(problem?.detail == "cannot write /nonexistent/luke.json: No such file or directory")
    let device = await #expect(throws: Problem.self) { try await ran("keys export luke /dev/null") }
    #expect(device?.detail == "/dev/null is not a regular file; use - for standard output")
  }

  @Test(arguments: [("y", true), ("n", false), ("", false)]) func `revoking asks first on a terminal`(
    answer: String, isRevoked: Bool
  ) async throws {
    _ = try await ran("keys new luke --role admin")
    let harness = try await ran("keys revoke luke", typing: [answer])
    #expect(harness.notes.hasPrefix("Revoke the key 'luke'? [y/N] "))
    #expect(try await json("keys list").array?.isEmpty == isRevoked)
    _ = try? await ran("keys revoke luke --yes", typing: [])
    #expect(try await json("keys list") == [])
  }

  /// A command line after `keys new luke --role front-end`, and what its error says.
  private static let mistakes: [(String, Int, String)] = [
    ("keys new luke --role admin", 409, "there is already a key 'luke'; choose another name, or revoke it first"),
    ("keys new leia", 400, "missing option --role; usage: holocron keys new NAME --role ROLE"),
    ("keys new leia --role jedi", 400, "invalid value 'jedi' for --role: expected one of front-end, worker, observer, admin"),
    ("keys new ../leia --role admin", 400, "invalid name '../leia': use up to 64 letters, digits, dots, dashes and underscores"),
    ("keys new", 400, "missing argument; usage: holocron keys new NAME --role ROLE"),
    ("keys list luke", 400, "unexpected argument 'luke'"), ("keys revoke luke leia", 400, "unexpected argument 'leia'"),
    ("keys revoke vader", 400, "unknown key 'vader' (available: luke)"),
    ("keys export ../luke", 400, "unknown key '../luke' (available: luke)"),
    ("keys list --yes", 400, "--yes belongs to holocron keys revoke"),
    ("keys revoke luke --role admin", 400, "--role belongs to holocron keys new"),
    ("keys forge", 400, "unknown subcommand 'forge' (available: new, list, revoke, export)"),
  ]

  @Test(arguments: mistakes) func `mistakes are named, and change nothing`(line: String, status: Int, detail: String) async throws {
    _ = try await ran("keys new luke --role front-end")
    let problem = await #expect(throws: Problem.self) { try await ran(line) }
    #expect(problem?.status == status && problem?.detail == detail, "\(problem.map(String.init(describing:)) ?? "")")
    #expect(try await json("keys list").array?.map { $0["name"] } == ["luke"])
  }

  @Test func `damaged keys are named, and the list fails`() async throws {
    _ = try await ran("keys new luke --role front-end")
    try directory.write("{}", to: "holocron/keys/authorized/leia.json")
    let harness = CommandHarness(variables: variables)
    #expect(try await harness.run("keys list") == .failure)
    #expect(harness.output.hasPrefix("luke\tfront-end\t"))
    let file = directory.file("holocron/keys/authorized/leia.json")
    #expect(harness.notes == "holocron: warning: the key file \(file) is damaged: it has no text 'public'\n")
  }
}
