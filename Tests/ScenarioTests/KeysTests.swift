import FoundationEssentials
import OrderedJSON
import Platform
import TestSupport
import Testing

/// Two hosts: a node whose broker also listens on tcp, and front-ends with other folders, which have what was copied to them.
struct KeysTests {
  private let server: Sandbox
  private let client: Sandbox
  private let port: Int
  private var bus: String { "tcp://127.0.0.1:\(port)" }

  init() throws { (server, client, port) = (try Sandbox(), try Sandbox(), try Self.freePort()) }

  /// Returns a port that is free, with the next one for events, outside the range from which Linux takes ports of connections.
  private static func freePort() throws -> Int {
    while true {
      let port = UInt16.random(in: 20_000..<32_000)
      if try FreePort.loopback(preferring: port) == port, try FreePort.loopback(preferring: port + 1) == port + 1 { return Int(port) }
    }
  }

  private func node(in server: Sandbox? = nil, at bus: String? = nil) async throws -> RunningProcess {
    let node = try await (server ?? self.server).service(
      "holocron-node", "--listen", bus ?? self.bus, "--store", "memory", "--history", "memory")
    try await node.line(on: .errors, containing: "peers on tcp need one of the authorised keys")
    return node
  }

  /// Makes a key on the server, and copies its file to the client. Returns the environment in which a front-end uses it.
  private func key(_ name: String, role: String) async throws -> [String: String] {
    #expect(try await server.holocron("keys", "new", name, "--role", role).ending == .exited(0))
    let path = client.directory.file("\(name).json")
    #expect(try await server.holocron("keys", "export", name, path, "--bus", bus).ending == .exited(0))
    return ["HOLOCRON_KEY": path]
  }

  private func holocron(_ words: String..., with variables: [String: String]) async throws -> (code: Int32?, output: String, errors: String)
  {
    let process = try await RunningProcess.start(
      ProductsDirectory.executable("holocron"), words, environment: client.environment.merging(variables) { $1 }, keeping: client.directory)
    process.closeInput()
    guard case .exited(let code) = try await process.ending() else { return (nil, process.output, process.errors) }
    return (code, process.output, process.errors)
  }

  @Test func `a front-end of another host is answered until its key is revoked`() async throws {
    let luke = try await key("luke", role: "front-end")
    let leia = try await key("leia", role: "front-end")
    let node = try await node()
    for key in [luke, leia] {
      let shown = try await holocron("show", "people/1", "--json", "--timeout", "120", with: key)
      #expect(shown.code == 0 && shown.errors.isEmpty, "\(shown)")
      #expect(try JSON(parsing: Array(shown.output.utf8))["name"] == "Luke Skywalker")
    }
    #expect(try await server.holocron("keys", "revoke", "luke").ending == .exited(0))
    try await node.line(on: .errors, containing: "keys=1")
    let refused = try await holocron("show", "people/1", "--timeout", "60", with: luke)
    #expect(refused.code == 5 && refused.output.isEmpty)
    #expect(refused.errors.contains("this key is not authorised at \(bus)"), "\(refused)")
    #expect(try await holocron("show", "people/1", "--timeout", "120", with: leia).code == 0)
    // A new key needs no restart.
    let han = try await key("han", role: "admin")
    try await eventually("the new key is authorised") { node.errors.components(separatedBy: "keys=2").count > 2 }
    #expect(try await holocron("cache", "purge", "people/1", "--timeout", "120", with: han).code == 0)
  }

  @Test func `the keys outlive a broker that was killed, and a damaged one leaves the others`() async throws {
    let luke = try await key("luke", role: "front-end")
    var node = try await node()
    let authorized = server.directory.file("config/holocron/keys/authorized")
    try "{".write(toFile: "\(authorized)/vader.json", atomically: false, encoding: .utf8)
    try await node.line(on: .errors, containing: "vader.json is not valid JSON at line 1")
    node.send(.kill)
    try await node.ending()
    node = try await self.node()
    #expect(node.errors.contains("vader.json is not valid JSON at line 1"))
    #expect(try await holocron("show", "people/1", "--timeout", "120", with: luke).code == 0)
  }

  @Test func `a copy of the folder lets a second broker take the same keys`() async throws {
    let luke = try await key("luke", role: "front-end")
    let other = try Sandbox()
    for file in ["server.json", "authorized"] {
      try Folder.create(other.directory.file("config/holocron/keys"))
      let (from, to) = (server.directory.file("config/holocron/keys/\(file)"), other.directory.file("config/holocron/keys/\(file)"))
      try await RunningProcess.start("/bin/cp", ["-a", from, to]).ends(.exited(0))
    }
    let bus = "tcp://127.0.0.1:\(try Self.freePort())"
    let node = try await node(in: other, at: bus)
    let shown = try await holocron("show", "people/1", "--bus", bus, "--timeout", "120", with: luke)
    #expect(shown.code == 0, "\(shown)")
    try await RunningProcess.start("/bin/rm", [other.directory.file("config/holocron/keys/authorized/luke.json")]).ends(.exited(0))
    try await node.line(on: .errors, containing: "keys=0")
    #expect(
      try await holocron("show", "people/1", "--bus", bus, "--timeout", "60", with: luke).errors.contains("this key is not authorised at"))
  }

  @Test func `without a key, and with a file that others can read, front-ends say what to do`() async throws {
    var luke = try await key("luke", role: "front-end")
    let node = try await node()
    let keyless = try await holocron("show", "people/1", "--timeout", "60", with: ["HOLOCRON_BUS": bus])
    #expect(keyless.code == 5 && keyless.errors.contains("HOLOCRON_KEY"), "\(keyless)")
    try FileSystem.setMode(0o644, of: try #require(luke["HOLOCRON_KEY"]))
    let loose = try await holocron("show", "people/1", with: luke)
    #expect(loose.code == 2 && loose.errors.contains("other users can read the key file"), "\(loose)")
    let doctor = try await holocron("doctor", "--json", with: luke)
    #expect(doctor.code == 1 && doctor.output.contains("HOLOCRON_KEY: other users can read the key file"), "\(doctor)")
    luke["HOLOCRON_KEY"] = "/nonexistent/luke.json"
    let missing = try await holocron("show", "people/1", with: luke)
    #expect(missing.code == 2 && missing.errors.contains("HOLOCRON_KEY: cannot read the key file /nonexistent/luke.json"), "\(missing)")
    try await node.stop()
  }

  @Test func `a broker does not start with keys that others can write`() async throws {
    #expect(try await server.holocron("keys", "new", "luke", "--role", "front-end").ending == .exited(0))
    let folder = server.directory.file("config/holocron/keys")
    try FileSystem.setMode(0o777, of: folder)
    let broker = try await server.run("holocron-broker", "--listen", bus)
    #expect(broker.ending == .exited(5))
    #expect(broker.errors == "holocron-broker: other users can write to the folder of keys \(folder); run chmod go-w \(folder)\n")
  }

  @Test func `a worker with a key joins the broker of another host`() async throws {
    let node = try await node()
    let worker = try await key("r2-d2", role: "worker")
    try await eventually("the key is authorised") { node.errors.contains("keys=1") }
    let cache = try await RunningProcess.start(
      ProductsDirectory.executable("holocron-cache"), ["--store", "memory", "--key", try #require(worker["HOLOCRON_KEY"]), "--lifeline"],
      environment: client.environment, keeping: client.directory)
    try await cache.line(on: .errors, containing: "registered")
    try await cache.stop()
  }
}
