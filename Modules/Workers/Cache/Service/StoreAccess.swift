import Contracts
import CoreMetrics
import Databases
import Logging
import MessageBus
import Models

/// Requests about the store as a whole: checks, exports and imports.
extension CacheService {
  func export(after position: String) async throws(StorageError) -> ExportRequest.Answer {
    let scan = try await context.store.scan(after: position, repairs: false)
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

  func verify(_ request: VerifyRequest) async throws(StorageError) -> VerifyRequest.Answer {
    let scan = try await context.store.scan(after: request.position, repairs: request.repairs)
    for entry in scan.damaged {
      context.logger.warning(
        request.repairs ? "damaged cache entry removed" : "damaged cache entry found", metadata: ["entry": "\(entry)"])
    }
    return VerifyRequest.Answer(
      checked: scan.checked, damaged: scan.damaged, removed: scan.removed, incomplete: scan.incomplete, total: scan.total, next: scan.next)
  }

  func add(_ request: ImportRequest) async throws(StorageError) -> ImportRequest.Answer {
    var answer = ImportRequest.Answer()
    var writes: [StoreWrite] = []
    let now = context.clock()
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
    if let origin = first.entry.origin { await lookup.origins.adoptIfUnknown(origin) }
    let result = try await context.store.commit(key, under: nil, writes, now: now)
    context.metrics.record(result)
    answer.evicted = result.evicted
    for (write, change) in zip(writes, result.changes) {
      let isNewer = change.entry.freshness.validatedAt > write.validatedAt && change.entry.freshness.validatedAt <= now
      if isNewer { answer.skipped += 1 } else { answer.imported += 1 }
    }
    // Read everything from the store again, here; in other workers, what has been imported.
    context.tier.invalidate(.purged(.everything))
    for change in result.changes { context.publish(change.key, hasChanged: change.hasChanged) }
    return answer
  }
}
