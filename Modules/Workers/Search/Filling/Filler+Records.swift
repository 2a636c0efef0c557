import Contracts
import MessageBus
import Models
import OrderedJSON

extension Filler {
  /// Looks at single records, as far as they are cached, a few at a time.
  func look(at references: Set<Reference>) async {
    let source = source
    let patience = settings.patience
    await withTaskGroup(of: (Reference, Reply).self) { group in
      var waiting = references.sorted()[...]
      func next() {
        guard let reference = waiting.popFirst() else { return }
        let request = RecordRequest(reference, validation: Validation(onlyIfCached: true)).request
        group.addTask { (reference, await source.ask(.cache, request, within: patience)) }
      }
      for _ in 0..<settings.width { next() }
      var found: [JSON] = []
      var gone: Set<Reference> = []
      for await (reference, reply) in group {
        next()
        guard await isFromIndexedOrigin(reply) else { continue }
        if reply.status == 200, let json = try? JSON(parsing: reply.content) { found.append(json) }
        if reply.status == 404 || reply.status == 410 { gone.insert(reference) }
      }
      await index.learn(found, .single)
      if !gone.isEmpty { await index.forget({ [gone] in gone.contains($0) }, counts: { _ in false }) }
    }
  }

  /// A cache does not say which records it holds. Those that others point to are asked for, once.
  func followReferences() async {
    var asked: Set<Reference> = []
    while !Task.isCancelled {
      await index.settled()
      let snapshot = index.snapshot
      let known = Set(snapshot.kinds)
      let unknown = Set(
        snapshot.library.documents.flatMap(\.record.references).filter {
          snapshot.library.place(of: $0) == nil && known.contains($0.kind) && !snapshot.isComplete($0.kind)
        }
      ).subtracting(asked)
      guard !unknown.isEmpty, asked.count < settings.mostReferences else { return }
      asked.formUnion(unknown)
      await look(at: unknown)
    }
  }
}
