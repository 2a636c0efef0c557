import Contracts
import Databases
import Logging
import MessageBus
import Models
import Redis
import Synchronization

/// A store on a Redis or Valkey server or cluster, which workers on many hosts may share. DECISIONS.md says why no reader sees a wrong record.
///
/// The entries of a record and its lease are in one slot. A page is stored as an order; reading it takes a second round trip for its records, which
/// may be on other nodes. Every entry expires when it may no longer be served. The server's `maxmemory` bounds them all; of the limits,
/// only that in bytes counts, as the largest size of one entry. Times are those of the server.
final class RedisStore: CacheStore {
  static let name = "redis"
  static let usageHint = "'redis://HOST:PORT' or 'redis+cluster://HOST:PORT,HOST:PORT'"
  /// Number of times that a write is decided again because another worker has written the same key.
  private static let attemptLimit = 8

  let client: RedisClient
  let logger: Logger
  private let limits: StoreLimits
  /// Milliseconds by which the server's clock is ahead, if it is more than a second.
  private let clockOffset = Atomic<Int64>(0)
  private let knownGenerations = Mutex<RedisGenerations?>(nil)
  let problem = Mutex<StorageWarning?>(nil)

  static func accepts(_ argument: String) -> Bool { argument.hasPrefix("redis") && argument.contains("://") }

  /// Returns at once; the first operation connects. Throws ``StorageErrorCode/unknownStore`` for an invalid URL.
  static func open(
    _ argument: String, limits: StoreLimits, timeout: Duration, logger: Logger
  ) throws(StorageError) -> RedisStore {
    do throws(RedisError) {
      return RedisStore(try RedisClient(try RedisURL(argument), timeout: timeout), limits: limits, logger: logger)
    } catch {
      throw StorageError(error.code == .invalid ? .unknownStore : .unavailable, error.message, cause: error)
    }
  }

  private init(_ client: RedisClient, limits: StoreLimits, logger: Logger) {
    (self.client, self.limits, self.logger) = (client, limits, logger)
  }

  var location: String { "\(client.url)" }

  func clock(basedOn own: @escaping WallClock) -> WallClock {
    { [self] in own() + .milliseconds(clockOffset.load(ordering: .relaxed)) }
  }

  // MARK: Reading

  /// The version of a stored value, and its row; no row if the value counts as missing.
  struct Stored: Sendable {
    var version: [UInt8] = []
    var row: RedisRow?
  }

  func entries(for keys: [CacheKey], of origin: OriginIdentity?) async throws(StorageError) -> [CacheKey: CacheEntry] {
    let (rows, _) = try await read(keys.map { StoreKey($0, of: origin) })
    return try await composed(rows.values.compactMap(\.row)).reduce(into: [:]) { $0[$1.key.key] = $1.value }
  }

  /// Reads keys and the generations in one round trip.
  func read(_ keys: [StoreKey]) async throws(StorageError) -> (rows: [StoreKey: Stored], generations: RedisGenerations) {
    let gets = keys.map { RedisCommand(Self.words("GET", RedisRow.name(of: $0)), key: RedisRow.name(of: $0)) }
    let name = RedisGenerations.name
    let all = RedisCommand(Self.words("HGETALL", name), key: name)
    let results = await client.commands([all] + gets)
    var generations: RedisGenerations
    if case .failure(let error) = results[0] {
      // No purge succeeds while the node of the generations fails.
      guard let known = knownGenerations.withLock(\.self) else { throw storageError(error) }
      generations = known
    } else {
      generations = RedisGenerations(try Self.values([results[0]], storageError)[0])
      if generations.isEmpty {
        // The first worker of a new store, or the first one after the node of the generations lost its data.
        let first = Self.words("HSETNX", name, RedisGenerations.everything, RedisGenerations.newText())
        generations = RedisGenerations(try await run([RedisCommand(first, key: name), all])[1])
      }
      knownGenerations.withLock { [generations] in $0 = generations }
    }
    let values = try Self.values(results.dropFirst(), storageError)
    let rows = zip(keys, values).map { ($0, Self.stored($1.bytes, as: $0, generations)) }
    return (Dictionary(rows) { $1 }, generations)
  }

  private static func stored(_ value: [UInt8]?, as key: StoreKey, _ generations: RedisGenerations) -> Stored {
    guard let value else { return Stored() }
    let row = RedisRow(value).flatMap { $0.key == key && $0.generation == generations.text(of: key.key.kind) ? $0 : nil }
    return Stored(version: RedisRow.version(of: value), row: row)
  }

  /// Returns the entries of rows; pages with their records, and without the pages that lack one.
  func composed(_ rows: [RedisRow]) async throws(StorageError) -> [StoreKey: CacheEntry] {
    let missing = Set(rows.flatMap { row in (row.entry.page?.references ?? []).map { StoreKey(.record($0), of: row.key.origin) } })
    let records = missing.isEmpty ? [:] : try await read(Array(missing)).rows
    return rows.reduce(into: [:]) { entries, row in
      guard let order = row.entry.page else { return entries[row.key] = row.entry }
      var present: [Int: CacheEntry] = [:]
      for id in order.ids { present[id] = records[StoreKey(.record(.init(order.kind, id)), of: row.key.origin)]?.row?.entry }
      entries[row.key] = row.entry.composed(from: present)
    }
  }

  // MARK: Leases

  func lease(
    _ key: StoreKey, by holder: String, known: CacheEntry?, now: WallTime, term: Duration, isRetry: Bool
  ) async throws(StorageError) -> LeaseDecision {
    var (stamp, ended) = (known.map { RedisRow.stamp($0.freshness) } ?? "", "")
    for _ in 0..<Self.attemptLimit {
      let arguments = Self.words(holder, "\(Int64(term / .milliseconds(1)))", stamp, ended)
      let reply = try await run([
        .script(RedisScripts.lease, keys: [RedisRow.name(of: key), RedisRow.leaseName(of: key)], arguments: arguments)
      ])
      let parts = reply[0].array ?? []
      guard parts.count >= 2, let time = parts[0].integer else { throw malformed }
      let serverTime = WallTime(milliseconds: time)
      if let value = parts[1].bytes {
        let (_, generations) = try await read([])
        let row = Self.stored(value, as: key, generations).row
        if let row, let entry = try await composed([row])[key], entry.freshness != known?.freshness { return .stored(entry) }
        // A page whose records changed, or an entry that counts as missing: ask again for the lease, unless yet another entry is stored.
        stamp = parts.dropFirst(2).first?.text ?? ""
      } else if let fence = parts.dropFirst(2).first?.integer, fence > 0 {
        return .granted(Lease(holder: holder, fence: WallTime(milliseconds: fence), until: serverTime + term))
      } else if let other = parts.dropFirst(3).first?.text, ended.isEmpty, HolderProcess.hasEnded(other) {
        ended = other
      } else {
        return .taken
      }
    }
    return .taken
  }

  func renew(_ leases: [StoreKey: Lease], now: WallTime, term: Duration) async throws(StorageError) {
    let term = "\(Int64(term / .milliseconds(1)))"
    _ = try await run(
      leases.map { key, lease in
        .script(RedisScripts.renew, keys: [RedisRow.leaseName(of: key)], arguments: Self.words(lease.redisValue, term))
      })
  }

  /// Reads the clock of one node, so that those of a cluster need not agree.
  func readClock() async throws(StorageError) {
    let sent = WallTime.now()
    let time = try await run([RedisCommand(Self.words("TIME"), key: RedisGenerations.name)])[0].array?.compactMap(\.integer) ?? []
    guard time.count == 2, (0...100_000_000_000).contains(time[0]), (0..<1_000_000).contains(time[1]) else { throw malformed }
    let known = clockOffset.load(ordering: .relaxed)
    let offset = Self.clockOffset(known, WallTime(milliseconds: time[0] * 1_000 + time[1] / 1_000), between: sent, and: .now())
    guard offset != known else { return }
    clockOffset.store(offset, ordering: .relaxed)
    logger.notice("clock of the cache store differs from that of this host; using the former", metadata: ["ahead": "\(offset) ms"])
  }

  /// Returns the milliseconds by which a clock is ahead that showed `time` between two times of this host. A second is tolerated, as is the
  /// delay of the reply, so that the offset changes only if a clock does.
  static func clockOffset(_ known: Int64, _ time: WallTime, between sent: WallTime, and received: WallTime) -> Int64 {
    let offset = time.milliseconds - (sent.milliseconds + received.milliseconds) / 2
    guard abs(offset - known) > 1_000 + (received.milliseconds - sent.milliseconds) else { return known }
    return abs(offset) > 1_000 ? offset : 0
  }

  // MARK: Writing

  /// Writes the records of a page before the page: a reader that finds the page finds records that are at least as new. Of a late page, records may be
  /// written before it is refused: each only where none that was validated later is stored.
  func commit(
    _ key: StoreKey, under lease: Lease?, _ writes: [StoreWrite], now: WallTime
  ) async throws(StorageError) -> CommitResult {
    let keys = writes.map { StoreKey($0.key, of: $0.entry.origin) }
    let isLeased = lease != nil && keys.first == key
    // An answer of another origin than the one that the lease is for.
    if let lease, !isLeased { try await release(key, lease) }
    guard !writes.isEmpty else { return CommitResult() }
    let (rows, generations) = try await read(keys)
    var result = CommitResult(changes: writes.map { CommitResult.Change(of: $0, replacing: nil, at: now) })
    for indices in [Array(writes.indices.dropFirst()), [0]] {
      var (pending, stored, attempts) = (indices, rows, 0)
      while !pending.isEmpty {
        attempts += 1
        guard attempts <= Self.attemptLimit else { throw StorageError(.slow, "\(location): \(keys[pending[0]]) changes too often") }
        var calls: [(index: Int, value: [UInt8], command: RedisCommand)] = []
        for index in pending {
          let (write, old) = (writes[index], stored[keys[index]] ?? Stored())
          let change = CommitResult.Change(of: write, replacing: old.row?.entry, at: now)
          result.changes[index] = change
          let own = index == 0 && isLeased ? lease : nil
          guard change.entry != old.row?.entry || own != nil else { continue }
          let fence = own?.fence.milliseconds ?? old.row?.fence ?? 0
          let row = RedisRow(keys[index], change.entry, fence: fence, generation: generations.text(of: write.key.kind))
          let value = change.entry.storedSize(under: write.key) > limits.bytes ? [] : row.value
          calls.append((index, value, Self.write(row, value, old.version, own, at: now)))
        }
        pending = []
        for (call, reply) in zip(calls, try await run(calls.map(\.command))) {
          switch (reply.array?.first?.integer, reply.array?.dropFirst().first?.bytes) {
          case (0, _): return CommitResult(isRefused: true)
          // Written by an earlier run of the same command, whose reply was lost.
          case (2, _), (1, call.value): break
          case (1, let value):
            stored[keys[call.index]] = Self.stored(value, as: keys[call.index], generations)
            pending.append(call.index)
          default: throw malformed
          }
        }
      }
    }
    let missing = result.missingRecords(of: writes)
    let records = missing.isEmpty ? [:] : try await read(missing).rows.compactMapValues { $0.row?.entry }
    result.composePages(of: writes, with: records)
    return result
  }

  private static func write(_ row: RedisRow, _ value: [UInt8], _ version: [UInt8], _ lease: Lease?, at now: WallTime) -> RedisCommand {
    var keys = [RedisRow.name(of: row.key)]
    var arguments = [version, value] + words("\(row.lifetime(at: now))")
    if let lease {
      keys.append(RedisRow.leaseName(of: row.key))
      arguments += words(lease.redisValue, "\(lease.fence.milliseconds)")
    }
    return .script(RedisScripts.write, keys: keys, arguments: arguments)
  }

  private func release(_ key: StoreKey, _ lease: Lease) async throws(StorageError) {
    _ = try await run([.script(RedisScripts.release, keys: [RedisRow.leaseName(of: key)], arguments: Self.words(lease.redisValue))])
  }

  // MARK: Commands

  static func words(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) } }

  /// Sends commands together. Throws the first error; the other commands may have been executed.
  func run(_ commands: [RedisCommand]) async throws(StorageError) -> [RedisValue] {
    try Self.values(await client.commands(commands), storageError)
  }

  private static func values(
    _ results: some Sequence<Result<RedisValue, RedisError>>, _ storageError: (RedisError) -> StorageError
  ) throws(StorageError) -> [RedisValue] {
    var values: [RedisValue] = []
    for result in results {
      switch result {
      case .success(let value): values.append(value)
      case .failure(let error): throw storageError(error)
      }
    }
    return values
  }

  func storageError(_ error: RedisError) -> StorageError {
    let code: StorageErrorCode =
      switch error.code {
      case .timedOut, .overloaded: .slow
      case .init("oom"), .init("misconf"), .init("readonly"): .disk
      default: .unavailable
      }
    return StorageError(code, "the cache store \(location) failed: \(error.message)", cause: error)
  }

  private var malformed: StorageError { StorageError(.damaged, "the cache store \(location) sent an unexpected reply") }
}

extension Lease {
  /// The value of the lease's key in Redis.
  fileprivate var redisValue: String { "\(fence.milliseconds) \(holder)" }
}
