import Contracts
import Databases
import Logging
import MessageBus
import Models
import Redis
import Synchronization

/// The operations on the store as a whole.
extension RedisStore {
  /// The first version that has what the store uses.
  private static let oldestVersion = 7
  private static let batch = 256
  private static let originName = "holocron:origin"
  private static let channel = "holocron:changes"

  /// Checks the servers and their clock. Entries in memory count as used, too: the recheck reads them.
  func maintain(used keys: [CacheKey], of origin: OriginIdentity?, now: WallTime) async throws(StorageError) {
    var found: String?
    defer { problem.withLock { [found] in $0 = found.map { StorageWarning(.server, .cache, $0) } } }
    do throws(StorageError) {
      try await readClock()
      found = try await findProblem()
    } catch {
      found = error.message
      throw error
    }
  }

  var warning: StorageWarning? { problem.withLock(\.self) }

  /// Returns what is wrong with a server and how to correct it; `nil` if nothing is.
  private func findProblem() async throws(StorageError) -> String? {
    for node in try await nodes() {
      let info = try await info(of: node, "default")
      let version = info["redis_version"] ?? ""
      if let major = version.split(separator: ".").first.flatMap({ Int($0) }), major < Self.oldestVersion {
        return "\(node) has version \(version); use \(Self.oldestVersion) or later"
      }
      if info["maxmemory"] == "0" { return "\(node) has no memory limit; set maxmemory" }
      if let policy = info["maxmemory_policy"], !policy.hasPrefix("volatile-") {
        return "\(node) has the eviction policy \(policy); set maxmemory-policy to volatile-lru"
      }
      if client.url.isCluster {
        let state = Self.fields(try await text(of: node, "CLUSTER", "INFO"))["cluster_state"] ?? "unknown"
        if state != "ok" { return "\(node) reports cluster_state \(state); see redis-cli --cluster check \(node)" }
      }
    }
    return nil
  }

  /// Makes entries count as missing at once, by a new generation, then removes them, which frees their memory and counts them.
  func purge(_ scope: PurgeRequest.Scope, atMost limit: Int) async throws(StorageError) -> Int {
    let field: String? =
      switch scope {
      case .everything: RedisGenerations.everything
      case .kind(let kind): kind.text
      case .record: nil
      }
    if let field {
      let set = Self.words("HSET", RedisGenerations.name, field, RedisGenerations.newText())
      _ = try await run([RedisCommand(set, key: RedisGenerations.name)])
    }
    var count = 0
    for node in try await nodes() {
      var (cursor, rounds) = ("0", 0)
      repeat {
        let (next, names) = try await scan(node, from: cursor, RedisRow.pattern(scope))
        count += try await run(names.map { RedisCommand(Self.words("UNLINK", $0), key: $0) }).count { $0.integer == 1 }
        (cursor, rounds) = (next, rounds + 1)
      } while cursor != "0" && rounds < 100_000
    }
    return count
  }

  /// The position is the number of a node, in the order of their addresses, and the cursor there.
  func scan(after position: String, repairs: Bool) async throws(StorageError) -> StoreScan {
    let parts = position.split(separator: ":").map { UInt64($0) }
    guard position.isEmpty || parts.count == 2, let number = parts.first ?? 0, let cursor = parts.last ?? 0 else {
      throw StorageError(.invalidPosition, "'\(position)' is not a position in \(location)")
    }
    var result = StoreScan(total: try await usage().entries)
    let nodes = try await nodes()
    guard number < nodes.count else { return result }
    let (next, names) = try await scan(nodes[Int(number)], from: "\(cursor)", RedisRow.pattern(.everything))
    let generations = try await read([]).generations
    var damaged: [String] = []
    for (name, reply) in zip(names, await client.commands(names.map { RedisCommand(Self.words("GET", $0), key: $0) })) {
      // A value of another type is damaged, too.
      if case .failure(let error) = reply, error.code != .init("wrongtype") { throw storageError(error) }
      let value = try? reply.get()
      if value == .null { continue }
      result.checked += 1
      guard let row = value?.bytes.flatMap({ RedisRow($0) }), RedisRow.name(of: row.key) == name else {
        damaged.append(name)
        continue
      }
      // An entry of an earlier generation was purged.
      if row.generation == generations.text(of: row.key.key.kind) { result.rows.append(.init(key: row.key.key, entry: row.entry)) }
    }
    let pages = result.rows.filter { $0.entry.page != nil }.map {
      RedisRow(StoreKey($0.key, of: $0.entry.origin), $0.entry, fence: 0, generation: "")
    }
    result.incomplete = pages.count - (try await composed(pages).count)
    result.damaged = damaged.map { String($0.dropFirst(RedisRow.entryPrefix.count + 1).dropLast()) }
    if repairs {
      _ = try await run(damaged.map { RedisCommand(Self.words("UNLINK", $0), key: $0) })
      result.removed = damaged.count
    }
    result.next = next != "0" ? "\(number):\(next)" : Int(number) + 1 < nodes.count ? "\(number + 1):0" : nil
    return result
  }

  func lastOrigin() async throws(StorageError) -> OriginIdentity? {
    try await run([RedisCommand(Self.words("GET", Self.originName), key: Self.originName)])[0].text.flatMap { OriginIdentity($0) }
  }

  func setLastOrigin(_ origin: OriginIdentity) async throws(StorageError) {
    _ = try await run([RedisCommand(Self.words("SET", Self.originName, origin.text), key: Self.originName)])
  }

  /// Returns the number of keys, those of leases and of other programs included, and the memory of all servers.
  func usage() async throws(StorageError) -> StoreUsage {
    var usage = StoreUsage(entries: 0, bytes: 0)
    for node in try await nodes() {
      do throws(RedisError) { usage.entries += Self.size(try await client.command(Self.words("DBSIZE"), node: node).integer) } catch {
        throw storageError(error)
      }
      usage.bytes += Self.size(try await info(of: node, "memory")["used_memory"].flatMap { Int64($0) })
    }
    return usage
  }

  func announce(_ event: Event, on bus: String) {
    guard let worker = event.fields[CacheService.workerField] else { return }
    let message = Array("\(bus) \(worker) \(event.topic)".utf8)
    // A lost message costs a worker of another host the recheck interval.
    Task { [client] in try? await client.publish(Self.channel, message) }
  }

  func follow(_ handle: @Sendable (StoreNews) -> Void) async throws(StorageError) {
    let subscription: RedisSubscription
    do throws(RedisError) { subscription = try client.subscribe(Self.channel) } catch { throw storageError(error) }
    defer { subscription.close() }
    for await element in subscription {
      switch element {
      case .listening: handle(.missed)
      case .lost: break
      case .message(let bytes):
        let words = bytes.split(separator: 0x20, maxSplits: 2).map { String(decoding: $0, as: UTF8.self) }
        if words.count == 3 { handle(.event(Event(words[2], fields: [CacheService.workerField: words[1]]), bus: words[0])) }
      }
    }
  }

  func close() async { await client.close() }

  // MARK: Nodes

  private func nodes() async throws(StorageError) -> [RedisAddress] {
    do throws(RedisError) { return try await client.nodes().sorted { "\($0)" < "\($1)" } } catch { throw storageError(error) }
  }

  private func scan(_ node: RedisAddress, from cursor: String, _ pattern: String) async throws(StorageError) -> (
    next: String, names: [String]
  ) {
    let words = Self.words("SCAN", cursor, "MATCH", pattern, "COUNT", "\(Self.batch)")
    do throws(RedisError) {
      let reply = try await client.command(words, node: node).array ?? []
      guard reply.count == 2, let next = reply[0].text, let names = reply[1].array else { return ("0", []) }
      return (next, names.compactMap(\.text))
    } catch { throw storageError(error) }
  }

  private func text(of node: RedisAddress, _ words: String...) async throws(StorageError) -> String {
    do throws(RedisError) { return try await client.command(words.map { Array($0.utf8) }, node: node).text ?? "" } catch {
      throw storageError(error)
    }
  }

  private func info(of node: RedisAddress, _ section: String) async throws(StorageError) -> [String: String] {
    Self.fields(try await text(of: node, "INFO", section))
  }

  /// Returns a count of a server as one that can be added up.
  private static func size(_ count: Int64?) -> Int { Int(min(max(count ?? 0, 0), 1 << 50)) }

  /// Parses lines of the form `name:value`.
  private static func fields(_ text: String) -> [String: String] {
    let pairs = text.split(whereSeparator: \.isNewline).map { $0.split(separator: ":", maxSplits: 1).map(String.init) }
    return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { $1 }
  }
}
