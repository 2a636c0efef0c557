import Glibc
import TestSupport
import Testing

@testable import MessageBus

/// Whose an endpoint is, by its files and by who listens. Facts: folder's owner and mode, then the socket's owner.
@Suite struct EndpointOwnershipTests {
  typealias Facts = EndpointOwnership.Facts

  struct Case: Sendable, CustomTestStringConvertible {
    let folder: Facts?
    var socket: Facts?
    var isOwnPlace = false
    /// Part of the objection; `nil` when there is none.
    let objection: String?
    var testDescription: String { "\(folder.map { "\($0)" } ?? "nothing"), own place: \(isOwnPlace) → \(objection ?? "fine")" }
  }

  static func folder(_ owner: UInt32, _ mode: UInt32, link: UInt32? = nil) -> Facts {
    Facts(kind: .folder, owner: owner, mode: mode, linkOwner: link)
  }

  static func socket(_ owner: UInt32, link: UInt32? = nil) -> Facts { Facts(kind: .socket, owner: owner, mode: 0o600, linkOwner: link) }

  static let cases: [Case] = [
    Case(folder: nil, objection: nil),
    Case(folder: folder(7, 0o700), socket: socket(7), isOwnPlace: true, objection: nil),
    Case(folder: folder(7, 0o755), objection: nil),
    Case(folder: folder(7, 0o777), objection: "may be written by other users (mode 777)"),
    Case(folder: folder(7, 0o770), objection: "may be written by other users (mode 770)"),
    Case(folder: folder(7, 0o1777), socket: socket(7), objection: nil),
    Case(folder: folder(8, 0o700), objection: "the folder /x belongs to user 8, not to you"),
    Case(folder: folder(8, 0o1777), socket: socket(7), objection: "the folder /x belongs to user 8, not to you"),
    Case(folder: folder(7, 0o700), socket: socket(8), objection: "/x/bus belongs to user 8, not to you"),
    Case(folder: folder(7, 0o700), socket: Facts(kind: .other, owner: 7, mode: 0), objection: "/x/bus is not a socket"),
    Case(folder: Facts(kind: .other, owner: 7, mode: 0o700), objection: "/x is not a folder"),
    // Root's: only where the user named the place, and only where nobody but root can write.
    Case(folder: folder(0, 0o755), socket: socket(0), objection: nil),
    Case(folder: folder(0, 0o755), socket: socket(0), isOwnPlace: true, objection: "the folder /x belongs to user 0, not to you"),
    Case(folder: folder(0, 0o777), socket: socket(0), objection: "may be written by other users"),
    Case(folder: folder(0, 0o755), socket: socket(8), objection: "/x/bus belongs to user 8, not to you"),
    // A shared folder such as /tmp.
    Case(folder: folder(0, 0o1777), socket: socket(7), objection: nil),
    Case(folder: folder(0, 0o1777), socket: socket(8), objection: "/x/bus belongs to user 8, not to you"),
    Case(folder: folder(0, 0o1777), socket: socket(0), objection: "/x/bus belongs to user 0, not to you"),
    // Links of others lead where they please.
    Case(folder: folder(7, 0o700, link: 7), objection: nil),
    Case(folder: folder(7, 0o700, link: 0), objection: nil),
    Case(folder: folder(7, 0o700, link: 8), objection: "the link /x belongs to user 8, not to you"),
    Case(folder: folder(0, 0o1777), socket: socket(7, link: 8), objection: "the link /x/bus belongs to user 8, not to you"),
  ]

  @Test(arguments: cases) func `files show whose an endpoint is`(_ example: Case) throws {
    let ownership = EndpointOwnership(try Endpoint("ipc:///x/bus"), isOwnPlace: example.isOwnPlace, user: 7)
    let objection = ownership.objection(folder: example.folder, socket: example.socket)
    if let expected = example.objection { #expect(objection?.contains(expected) == true) } else { #expect(objection == nil) }
  }

  @Test func `facts are those of the file system`() throws {
    let directory = try TemporaryDirectory()
    #expect(EndpointOwnership.facts(directory.file("none")) == nil)
    #expect(EndpointOwnership.facts(directory.path) == Facts(kind: .folder, owner: geteuid(), mode: 0o700))
    symlink(directory.path, directory.file("link"))
    #expect(EndpointOwnership.facts(directory.file("link")) == Facts(kind: .folder, owner: geteuid(), mode: 0o700, linkOwner: geteuid()))
    symlink("nowhere", directory.file("dangling"))
    #expect(EndpointOwnership.facts(directory.file("dangling"))?.kind == .other)
  }

  @Test func `whoever listens at the other end must be the user`() throws {
    var pair: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
    defer { pair.forEach { close($0) } }
    let directory = try TemporaryDirectory()
    let endpoint = try Endpoint("ipc://\(directory.file("none/bus"))")
    try EndpointOwnership(endpoint, isOwnPlace: true).check(peerOf: pair[0])
    let other = EndpointOwnership(endpoint, isOwnPlace: true, user: geteuid() + 1)
    let error = #expect(throws: BusError.self) { try other.check(peerOf: pair[0]) }
    #expect(error?.code == .untrusted)
    #expect(error?.message.contains("the process \(getpid())") == true)
    #expect(error?.message.contains("belongs to user \(geteuid()), not to you") == true)
  }

  /// A folder of another user's, with a broker and a worker in it that would answer anything.
  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `clients, workers, subscriptions and brokers refuse another user's folder by name`() async throws {
    try await Bus.with { bus in
      let worker = try bus.worker(Echo())
      let client = try bus.client()
      _ = try await client.ask("test.echo", Request("GET", Target(["x"])), within: .testLimit)
      let folder = bus.address.ownership(of: bus.address.requests).folder
      chown(folder, 65_534, 65_534)
      let attempts: [(String, () throws -> Void)] = [
        ("client", { _ = try bus.client() }), ("worker", { _ = try bus.worker(Echo()) }),
        ("subscription", { _ = try EventSubscription(bus.address, topics: [""]) }),
        ("broker", { _ = try Broker(binding: [bus.address], logger: Bus.silent) }),
      ]
      for (who, attempt) in attempts {
        let error = #expect(throws: BusError.self, "\(who)") { try attempt() }
        #expect(error?.code == .untrusted, "\(who)")
        #expect(error?.message.contains("the folder \(folder) belongs to user 65534, not to you") == true, "\(who)")
        #expect(error?.message.contains("HOLOCRON_BUS") == true, "\(who)")
      }
      chown(folder, geteuid(), getegid())
      worker.drain()
      try await worker.run()
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
  func `a folder that another user makes after the client started is refused, and taken once it is the user's`() async throws {
    let directory = try TemporaryDirectory()
    let folder = directory.file("holocron")
    let address = try BusAddress(requests: Endpoint("ipc://\(folder)/bus"))
    let client = try BusClient(address)
    // It connects only when its socket is there, so it must be theirs before that.
    mkdir(folder, 0o700)
    chown(folder, 65_534, 65_534)
    let rogue = try RawBroker(address.requests)
    try await withTaskExecutorPreference(OwnThreads.shared) { try await refuseThenTake(client, rogue, folder) }
    await client.close()
  }

  private func refuseThenTake(_ client: BusClient, _ rogue: RawBroker, _ folder: String) async throws {
    let error = await #expect(throws: BusError.self) {
      try await client.ask("s", Request("GET", Target(["secret"])), within: .testLimit)
    }
    #expect(error?.code == .untrusted)
    #expect(error?.message.contains("the folder \(folder) belongs to user 65534") == true)
    #expect(rogue.receive(within: .milliseconds(50)) == nil)
    chown(folder, geteuid(), getegid())
    async let answer = client.ask("s", Request("GET", Target(["x"])), within: .testLimit)
    let request = try #require(rogue.receive())
    rogue.send(request[0], "MDPC02", "\u{3}", "s", request[4], "200", "", "yes")
    #expect(try await answer.content == Array("yes".utf8))
  }
}
