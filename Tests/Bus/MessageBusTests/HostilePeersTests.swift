import Platform
import Synchronization
import TestSupport
import Testing

@testable import MessageBus

/// A broker process that serves honest front-ends while hostile peers do everything wrong.
@Suite struct HostilePeersTests {
  enum Attack: CaseIterable {
    case randomFrames, wrongHeaders, manyFrames, hugeFrame, flood, flapping, clumsyWorker, halfMessages, subscriptions
  }

  private struct Attacker {
    let address: BusAddress
    var random: SplitMix64

    mutating func frame(_ limit: Int) -> Frame {
      Frame((0..<Int.random(in: 0...limit, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) })
    }

    /// Makes an attack over a new connection, which then ends without a farewell.
    mutating func run(_ attack: Attack) throws {
      let peer = try RawPeer(address.requests, receiveLimit: 1)
      switch attack {
      case .randomFrames:
        for _ in 0..<300 { peer.send(all: (0..<Int.random(in: 1...12, using: &random)).map { _ in frame(64) }) }
      case .wrongHeaders:
        for _ in 0..<300 {
          let header: Frame = ["MDPC01", "MDPW03", "", "MDPC02", "MDPW02"].randomElement(using: &random) ?? ""
          peer.send(all: [header, frame(2)] + (0..<Int.random(in: 0...6, using: &random)).map { _ in frame(40) })
        }
      case .manyFrames: for _ in 0..<20 { peer.send(all: Array(repeating: "x", count: 2_000)) }
      case .hugeFrame: peer.send("MDPC02", "\u{1}", "s", Frame(Array(repeating: 0, count: 17 << 20)))
      case .flood:
        for number in 0..<2_000 {
          peer.send("MDPC02", "\u{1}", Frame(Array("nobody.\(number % 50)".utf8)), "", "GET /x", "deadline: 1000", frame(500))
        }
      case .flapping:
        for _ in 0..<200 {
          peer.send("MDPW02", "\u{1}", "test.flapping", "20000")
          peer.send("MDPW02", "\u{6}")
        }
      case .clumsyWorker:
        // Registers beside the honest worker, and is a worker when it vanishes.
        for _ in 0..<51 { peer.send("MDPW02", "\u{1}", "test.echo", "20000") }
      case .halfMessages: for _ in 0..<50 { try RawPeer(address.requests).sendHalf("MDPC02", "\u{1}", "test.echo", frame(1_000)) }
      case .subscriptions:
        let topics = (0..<500).map { _ in String(decoding: frame(40).bytes, as: UTF8.self) }
        try EventSubscription(address, topics: topics).close()
      }
    }
  }

  private final class Flag: Sendable {
    private let value = Atomic(false)
    var isSet: Bool { value.load(ordering: .sequentiallyConsistent) }
    func set() { value.store(true, ordering: .sequentiallyConsistent) }
  }

  /// Runs `body` with a broker process that may open at most `limit` files, a worker and a client.
  private func withBroker(limit: Int? = nil, _ body: (RunningProcess, BusAddress, BusClient) async throws -> Void) async throws {
    let sandbox = try Sandbox()
    let process = try await RunningProcess.start(
      "/bin/sh", ["-c", "\(limit.map { "ulimit -n \($0) && " } ?? "")exec holocron-broker --lifeline"], environment: sandbox.environment,
      keeping: sandbox)
    try await process.line(on: .errors, containing: "broker listens")
    let address = try BusAddress(environment: sandbox.environment)
    let (worker, client) = (try BusWorker(Echo(), at: address, logger: .silent), try BusClient(address))
    #expect(try await client.ask("test.echo", honest, within: .testLimit).content == honest.content)
    try await body(process, address, client)
    await client.close()
    worker.drain()
    try await worker.run()
    #expect(try await process.stop() == .exited(0))
  }

  private let honest = Request("GET", Target(["x"]), content: Array("hello".utf8))

  @Test(arguments: [1, 2] as [UInt64])
  func `every honest request is answered while hostile peers attack, and memory does not grow`(seed: UInt64) async throws {
    try await withBroker { process, address, client in
      var memory: [Int] = []
      var answered = 0
      for round in 0..<4 {
        let isOver = Flag()
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            defer { isOver.set() }
            try await onOwnThread {
              var attacker = Attacker(address: address, random: SplitMix64(seed: seed &* 1_000 &+ UInt64(round)))
              for attack in Attack.allCases.shuffled(using: &attacker.random) { try attacker.run(attack) }
            }
          }
          while !isOver.isSet {
            let reply = try await client.ask("test.echo", honest, within: .testLimit)
            #expect(reply.isSuccess && reply.content == honest.content)
            answered += 1
          }
          try await group.waitForAll()
        }
        memory.append(try ReceiveBufferTests.residentMemory("\(process.pid)"))
      }
      #expect(answered > 4)
      // The first rounds fill libzmq's and the allocator's caches.
      #expect((memory.last ?? .max) <= (memory.first ?? 0) + (64 << 10), "\(memory)")
    }
  }

  /// libzmq ends a process in which a peer has the identity that it gives to another one. Without a seed, those of the first two sockets of a
  /// process follow these.
  @Test func `the broker outlives peers that take identities for those that libzmq gives`() async throws {
    try await withBroker { _, address, client in
      var attackers: [RawPeer] = []
      for first in [0x6B8B_4567, 0xE43C_9869] as [UInt32] {
        for identity in first..<first + 24 {
          let peer = try RawPeer(address.requests, identity: Frame([0] + withUnsafeBytes(of: identity.bigEndian, Array.init)))
          peer.send("MDPC02", "\u{1}", "mmi.service", "s")
          #expect(peer.receive()?.last == "404")
          attackers.append(peer)
        }
      }
      let worker = try BusWorker(Echo(name: "test.late"), at: address, logger: .silent)
      for late in [client, try BusClient(address), try BusClient(address)] {
        #expect(try await late.ask("test.late", honest, within: .testLimit).isSuccess)
      }
      worker.drain()
      try await worker.run()
      withExtendedLifetime(attackers) {}
    }
  }

  /// More clients than a process may open files. libzmq ends a process that cannot accept a connection for lack of a descriptor.
  @Test(arguments: [64, 100, 256]) func `a broker that may open few files serves whoever came first`(limit: Int) async throws {
    try await withBroker(limit: limit) { process, address, client in
      let others = try (0..<200).map { _ in try RawPeer(address.requests) }
      try await process.line(on: .errors, containing: "refused connections: there are too many")
      #expect(try await client.ask("test.echo", honest, within: .testLimit).isSuccess)
      withExtendedLifetime(others) {}
    }
  }

  @Test(arguments: ["holocron-broker", "holocron-node"])
  func `a program that may open too few files for a bus says so`(name: String) async throws {
    let sandbox = try Sandbox()
    let process = try await RunningProcess.start(
      "/bin/sh", ["-c", "ulimit -n 55 && exec \(name) --lifeline"], environment: sandbox.environment, keeping: sandbox)
    try await process.ends(.exited(1))
    #expect(process.errors.contains("open files in this process, but the limit is 55; raise it (ulimit -n)"))
  }
}
