import Contracts
import CoreMetrics
import Databases
import Logging
import MessageBus
import Models

/// Requests about the store as a whole: checks, exports and imports.
enum StoreQuery: Sendable, Hashable {
  case export(ExportRequest)
  case verify(VerifyRequest)
  case `import`(ImportRequest)

  /// Returns `nil` if the request is about something else.
  init?(_ request: Request) throws(Problem) {
    guard request.target.path.first == "store" else { return nil }
    if let export = try ExportRequest(request) {
      self = .export(export)
    } else if let verify = try VerifyRequest(request) {
      self = .verify(verify)
    } else if let `import` = try ImportRequest(request) {
      self = .import(`import`)
    } else {
      return nil
    }
  }
}

extension CacheService {
  func answer(_ query: StoreQuery) async -> Reply {
    do throws(StorageError) {
      switch query {
      case .export(let request): return ExportRequest.reply(try await export(after: request.position))
      case .verify(let request): return VerifyRequest.reply(try await verify(request))
      case .import(let request): return ImportRequest.reply(try await add(request))
      }
    } catch {
      logger.error("cache store could not be read or written as a whole", metadata: ["reason": "\(error.message)"])
      return Reply(Problem(500, "the cache store failed", detail: error.message))
    }
  }

  private func export(after position: Int64) async throws(StorageError) -> ExportRequest.Answer {
    let scan = try await store.scan(after: position, repairs: false)
    var (lines, count): ([UInt8], Int) = ([], 0)
    for row in scan.rows {
      guard let line = EntryLine.encode(row.key, row.entry), line.count <= ImportRequest.maxLineSize else { continue }
      lines += line
      lines.append(0x0A)
      count += 1
    }
    let omitted = scan.damaged.count + scan.rows.count - count
    return ExportRequest.Answer(lines: lines, count: count, omitted: omitted, next: scan.next, total: scan.total)
  }

  private func verify(_ request: VerifyRequest) async throws(StorageError) -> VerifyRequest.Answer {
    let scan = try await store.scan(after: request.position, repairs: request.repairs)
    for entry in scan.damaged {
      logger.warning(
        request.repairs ? "damaged cache entry removed" : "damaged cache entry found", metadata: ["entry": "\(entry)"])
    }
    return VerifyRequest.Answer(
      checked: scan.checked, damaged: scan.damaged, removed: scan.removed, incomplete: scan.incomplete, isMiscounted: scan.isMiscounted,
      total: scan.total, next: scan.next)
  }

  private func add(_ request: ImportRequest) async throws(StorageError) -> ImportRequest.Answer {
    var answer = ImportRequest.Answer()
    var writes: [StoreWrite] = []
    let now = clock()
    // What follows the last permitted line is not split: it could be millions of lines.
    let lines = request.lines.split(separator: 0x0A, maxSplits: ImportRequest.maxLines, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      guard index < ImportRequest.maxLines else {
        answer.rejected.append(.init(line: index + 1, reason: "more than \(ImportRequest.maxLines) lines were sent at once"))
        break
      }
      do throws(EntryLine.Rejection) {
        writes.append(try EntryLine.decode(line, now: now))
      } catch {
        answer.rejected.append(.init(line: index + 1, reason: error.reason))
      }
    }
    guard let first = writes.first else { return answer }
    // No lease is needed: an entry validated later is kept, whoever stores it.
    let key = StoreKey(first.key, of: first.entry.origin)
    if let origin = first.entry.origin { await origins.adoptIfUnknown(origin) }
    let result = try await store.commit(key, by: "\(worker)-import", with: .writes(writes), now: now)
    metrics.evictions.increment(by: result.evicted)
    metrics.record(store: result.usage)
    answer.evicted = result.evicted
    for (write, change) in zip(writes, result.changes) {
      let isNewer = change.entry.freshness.validatedAt > write.validatedAt && change.entry.freshness.validatedAt <= now
      if isNewer { answer.skipped += 1 } else { answer.imported += 1 }
    }
    announce(result.changes)
    return answer
  }

  /// Removes imported entries from memory, here and in other workers, so that they are read from the store.
  private func announce(_ changes: [CommitResult.Change]) {
    var kinds: Set<KindName> = []
    for change in changes {
      switch change.key {
      case .record(let reference): tier.invalidate(.record(reference))
      case .page(let page): kinds.insert(page.kind)
      case .kinds: tier.invalidate(.everything)
      }
      publisher.publish(change.hasChanged ? .changed(change.key) : .confirmed(change.key))
    }
    for kind in kinds { tier.invalidateLists(of: kind) }
  }
}
