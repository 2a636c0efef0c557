import FoundationEssentials
import Glibc
import OrderedJSON
import Platform
import TestSupport
import Testing

@testable import MessageBus

/// The files of keys, as `holocron keys` writes them and brokers, workers and front-ends read them.
struct KeyFolderTests {
  private let directory: TemporaryDirectory
  private let folder: KeyFolder

  init() throws {
    directory = try TemporaryDirectory()
    folder = try KeyFolder(environment: Environment(["XDG_CONFIG_HOME": directory.path]))
  }

  private func write(_ text: String, to path: String, mode: UInt32 = 0o600) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    try FileSystem.setMode(mode, of: path)
  }

  private func names() throws -> [String] { try folder.authorized().keys.holders.values.map(\.name).sorted() }

  private func keys(_ files: [KeyFile]) -> AuthorizedKeys {
    AuthorizedKeys(Dictionary(uniqueKeysWithValues: files.map { ($0.keys.own.public, .init(name: $0.name, role: $0.role)) }))
  }

  private func mode(_ path: String) throws -> UInt32 { try FileStatus(of: path).mode }

  @Test func `a new key is authorised and can be exported until it is revoked`() throws {
    let key = try folder.add("luke", role: .frontEnd)
    _ = try folder.add("r2-d2_1.0", role: .worker)
    #expect(try names() == ["luke", "r2-d2_1.0"])
    let path = directory.file("luke.json")
    var exported = try folder.exported("luke")
    exported.bus = "tcp://tatooine:5555 tcp://hoth:5555"
    try RegularFile.replace(path, with: exported.json.bytes())
    let read = try KeyFile(path)
    #expect(read == exported)
    #expect(read.keys.own.public == key.keys.own.public && read.role == .frontEnd)
    #expect(try read.keys.server == folder.serverKey().public)
    for file in ["server.json", "authorized/luke.json", "private/luke.json"] { #expect(try mode("\(folder.path)/\(file)") == 0o600) }
    for file in ["", "/authorized", "/private"] { #expect(try mode(folder.path + file) == 0o700) }
    // What the broker reads has no secret.
    #expect(try !String(contentsOfFile: folder.authorizedFile("luke"), encoding: .utf8).contains("secret"))
    #expect(try folder.revoke("luke"))
    #expect(try !folder.revoke("luke"))
    #expect(try names() == ["r2-d2_1.0"])
    #expect(throws: BusError.self) { try folder.exported("luke") }
  }

  @Test func `a key is never replaced by another of its name`() throws {
    let key = try folder.add("luke", role: .frontEnd)
    let error = #expect(throws: BusError.self) { try folder.add("luke", role: .admin) }
    #expect(error?.code == .inUse)
    #expect(try folder.authorized().keys == keys([key]))
    #expect(try folder.exported("luke") == key)
  }

  @Test func `processes that make the server's key at once get the same one`() async throws {
    let folder = folder
    let keys = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { try folder.serverKey().public } }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(keys.count == 1)
  }

  @Test(arguments: [("luke", true), ("R2.d2_x-1", true), ("", false), ("../x", false), (".x", false), ("a/b", false), ("é", false)])
  func `names of keys cannot lead out of the folder`(name: String, isName: Bool) { #expect(KeyFolder.isName(name) == isName) }

  /// What is written to the file of an authorised key, and what the error says. KEY is a valid public key.
  private static let damages: [(String, UInt32, String)] = [
    ("", 0o600, "is not valid JSON at line 1, column 1"), ("[]", 0o600, "must contain one JSON object"),
    (#"{"public": "KEY"}"#, 0o600, "is damaged: it has no text 'role'"),
    (#"{"role": "admin"}"#, 0o600, "is damaged: it has no text 'public'"),
    (#"{"public": "KEY", "role": "jedi"}"#, 0o600, "the role 'jedi' is none of front-end, worker, observer, admin"),
    (#"{"public": "KEY", "role": "observer", "role": "admin"}"#, 0o600, "sets 'role' a second time"),
    (#"{"public": "KE", "role": "admin"}"#, 0o600, "'public' is not a key of 40 characters"),
    (#"{"public": "\u00e9KEY", "role": "admin"}"#, 0o600, "'public' is not a key of 40 characters"),
    (#"{"public": 7, "role": "admin"}"#, 0o600, "it has no text 'public'"),
    (String(repeating: " ", count: 5_000), 0o600, "larger than 4096 bytes"),
    (#"{"public": "KEY", "role": "admin"}"#, 0o620, "other users can write to the key file"),
  ]

  @Test(arguments: damages) func `a damaged key is named, and the others stay`(text: String, mode: UInt32, reason: String) throws {
    let luke = try folder.add("luke", role: .frontEnd)
    let key = try CurveKeyPair.generate().public
    let path = folder.authorizedFile("vader")
    try write(text.replacing("KEY", with: key), to: path, mode: mode)
    let (keys, damaged) = try folder.authorized()
    #expect(keys == self.keys([luke]))
    #expect(damaged.count == 1)
    #expect(damaged.first?.message.contains(path) == true)
    #expect(damaged.first?.message.contains(reason) == true, "\(damaged)")
  }

  @Test func `files that are no keys are left alone, and a pipe does not block`() throws {
    let luke = try folder.add("luke", role: .frontEnd)
    for name in [".luke.json.swp", "luke.json.new", "README"] { try write("x", to: "\(folder.path)/authorized/\(name)") }
    #expect(try folder.authorized().damaged.isEmpty)
    #expect(mkfifo(folder.authorizedFile("pipe"), 0o600) == 0)
    #expect(symlink("loop.json", folder.authorizedFile("loop")) == 0)
    let (keys, damaged) = try folder.authorized()
    #expect(
      keys == self.keys([luke])
        && damaged.map(\.message) == ["cannot read the key file \(folder.authorizedFile("pipe")): not a regular file"])
  }

  @Test func `a public key in two files is taken from neither, whatever the roles`() throws {
    let luke = try folder.add("luke", role: .frontEnd)
    let leia = try folder.add("leia", role: .frontEnd)
    try write(#"{"public": "\#(luke.keys.own.public)", "role": "admin"}"#, to: folder.authorizedFile("vader"))
    let (keys, damaged) = try folder.authorized()
    #expect(keys == self.keys([leia]))
    #expect(damaged.map(\.message) == ["the key files of luke and vader have the same public key; remove one"])
  }

  @Test func `a folder that others can write to is refused`() throws {
    _ = try folder.add("luke", role: .frontEnd)
    try FileSystem.setMode(0o770, of: folder.path)
    #expect(throws: BusError.self) { try folder.authorized() }
    let error = #expect(throws: BusError.self) { try folder.serverKey() }
    #expect(error?.code == .untrusted)
    #expect(error?.message == "other users can write to the folder of keys \(folder.path); run chmod go-w \(folder.path)")
  }

  @Test func `without a folder no key is authorised`() throws {
    let (keys, damaged) = try folder.authorized()
    #expect(keys.holders.isEmpty && damaged.isEmpty)
  }

  /// A change to an exported file, and what the error says.
  private static let mistakes: [(String, String, UInt32, String)] = [
    ("", "", 0o640, "other users can read the key file"),
    ("\"secret\"", "\"segret\"", 0o600, "is damaged: it has no text 'secret'"),
    ("tcp://tatooine:5555", "ipc:///tmp/x", 0o600, "'bus' is not an endpoint such as tcp://host:5555"),
    ("}", "", 0o600, "is not valid JSON"),
  ]

  @Test(arguments: mistakes) func `an exported key that is damaged or readable by others is refused`(
    old: String, new: String, mode: UInt32, reason: String
  ) throws {
    _ = try folder.add("luke", role: .frontEnd)
    var file = try folder.exported("luke")
    file.bus = "tcp://tatooine:5555"
    let path = directory.file("luke.json")
    try write(old.isEmpty ? file.json.text() : file.json.text().replacing(old, with: new), to: path, mode: mode)
    let error = #expect(throws: BusError.self) { try KeyFile(path) }
    #expect(error?.message.contains(path) == true && error?.message.contains(reason) == true, "\(error?.message ?? "")")
  }

  @Test func `a secret that belongs to another public key is refused`() throws {
    _ = try folder.add("luke", role: .frontEnd)
    let file = try folder.exported("luke")
    let path = directory.file("luke.json")
    try write(file.json.text().replacing(file.keys.own.public, with: try CurveKeyPair.generate().public), to: path)
    let error = #expect(throws: BusError.self) { try KeyFile(path) }
    #expect(error?.message == "the key file \(path) is damaged: the public key does not belong to the secret key; make a new pair")
  }

  @Test func `a missing key file is named`() throws {
    let error = #expect(throws: BusError.self) { try KeyFile("/nonexistent/luke.json") }
    #expect(error?.message == "cannot read the key file /nonexistent/luke.json: No such file or directory")
  }
}
