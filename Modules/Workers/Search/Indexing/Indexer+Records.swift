import Contracts
import MessageBus
import Models
import OrderedJSON

extension Indexer {
  /// Reads single records from the cache, a few at a time, and indexes them. Records that are not cached are skipped.
  func refreshRecords(_ references: Set<Reference>) async {
    let source = source
    let requestTimeout = settings.requestTimeout
    await withTaskGroup(of: (Reference, Reply).self) { group in
      var waiting = references.sorted()[...]
      func next() {
        guard let reference = waiting.popFirst() else { return }
        let request = RecordRequest(reference, validation: Validation(onlyIfCached: true)).request
        group.addTask { (reference, await source.ask(.cache, request, within: requestTimeout)) }
      }
      for _ in 0..<settings.maxConcurrentRequests { next() }
      var found: [JSON] = []
      var removed: Set<Reference> = []
      for await (reference, reply) in group {
        next()
        guard await isFromIndexedOrigin(reply) else { continue }
        if reply.status == 200, let json = try? JSON(parsing: reply.content) { found.append(json) }
        if reply.status == 404 || reply.status == 410 { removed.insert(reference) }
      }
      await index.ingest(found, from: .individual)
      if !removed.isEmpty { await index.remove({ [removed] in removed.contains($0) }, counts: { _ in false }) }
    }
  }

  /// Asks the cache once for each record that an indexed record refers to: the cache cannot list the records it holds.
  func followReferences() async {
    var requested: Set<Reference> = []
    while !Task.isCancelled {
      await index.flush()
      let snapshot = index.snapshot
      let known = Set(snapshot.kinds)
      var unknown = Set(
        snapshot.corpus.unknownReferences.filter {
          known.contains($0.kind) && !snapshot.isComplete($0.kind)
        }
      ).subtracting(requested)
      let left = settings.maxReferences - requested.count
      guard !unknown.isEmpty, left > 0 else { return }
      if unknown.count > left { unknown = Set(unknown.sorted().prefix(left)) }
      requested.formUnion(unknown)
      await refreshRecords(unknown)
    }
  }
}
