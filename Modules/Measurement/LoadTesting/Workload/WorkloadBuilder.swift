import Catalogue
import Contracts
import MessageBus
import Models
import OrderedJSON

/// Builds the requests of a run for its target.
struct WorkloadBuilder {
  let plan: LoadPlan
  let catalogue: Catalogue
  /// The name of the echo service of this run.
  let echoService: String

  /// The keys of `--keys-from`; `nil` without a file.
  private var fileKeys: [String]? { plan.fileKeys }

  /// Makes unique keys differ from those of earlier runs, whose answers may still be cached.
  private var run: Int { Int(plan.seed & 0xFF_FFFF) << 32 }

  func workload() throws(Problem) -> Workload {
    var parts: [Workload.Part] = []
    for part in plan.mix.parts { parts.append(try self.part(part.operation, part.weight)) }
    let most = parts.compactMap(\.keyCount).max() ?? 0
    if case .hotSet(let keys, _) = plan.keys, keys >= most {
      throw .badRequest("--hot-set", "a hot set of \(keys) keys leaves no others, because there are only \(most); use fewer")
    }
    return Workload(parts, seed: plan.seed)
  }

  private func part(_ operation: Operation, _ weight: Double) throws(Problem) -> Workload.Part {
    if let session = plan.session { return Workload.Part(operation, weight: weight, .sequence(session.payloads, session.sequence)) }
    if plan.keys == .unique, let generate = unique(operation) { return Workload.Part(operation, weight: weight, .unique(generate)) }
    // What has no key is the same for every request.
    return Workload.Part(operation, weight: weight, .picked(try payloads(operation), plan.keys == .unique ? .sequential : plan.keys))
  }

  private var isFetch: Bool { plan.target == .fetch }
  private var records: String { (isFetch ? ServiceName.fetch : .cache).text }

  /// Returns what makes each request different; `nil` if the operation has no keys.
  private func unique(_ operation: Operation) -> (@Sendable (Int) -> Call.Payload)? {
    let (run, records, isFetch) = (run, records, isFetch)
    switch operation {
    case .record: return { .bus(service: records, RecordRequest(Reference(Person.kind, 1 + run + $0)).request) }
    case .list: return { .bus(service: records, ListRequest(Person.kind, search: "key \(run + $0)").request) }
    case .search where isFetch: return { .bus(service: records, ListRequest(Person.kind, search: "key \(run + $0)").request) }
    case .search: return { .bus(service: ServiceName.search.text, SearchRequest("key \(run + $0)").request) }
    case .suggest: return { .bus(service: ServiceName.search.text, SuggestRequest("key \(run + $0)").request) }
    case .echo: return nil
    case .request:
      guard let template = plan.template, template.hasKey else { return nil }
      return { template.payload(String(run + $0)) }
    }
  }

  private func payloads(_ operation: Operation) throws(Problem) -> [Call.Payload] {
    switch operation {
    case .record: return try recordPayloads()
    case .list: return try listPayloads()
    case .search where isFetch:
      return try texts().map { .bus(service: records, ListRequest(Person.kind, search: $0).request) }
    case .search: return try texts().map { .bus(service: ServiceName.search.text, SearchRequest($0).request) }
    case .suggest: return try texts().map { .bus(service: ServiceName.search.text, SuggestRequest(String($0.prefix(3))).request) }
    case .echo:
      let content = [UInt8](repeating: UInt8(ascii: "x"), count: plan.size)
      return [.bus(service: echoService, Request("GET", Target(["echo"]), content: content))]
    case .request:
      guard let template = plan.template else { return [] }
      guard template.hasKey else { return [template.payload("")] }
      if let fileKeys { return fileKeys.map(template.payload) }
      return try references().map { template.payload($0.description) }
    }
  }

  private func recordPayloads() throws(Problem) -> [Call.Payload] {
    guard let fileKeys else { return try references().map { .bus(service: records, RecordRequest($0).request) } }
    var payloads: [Call.Payload] = []
    for key in fileKeys {
      if let reference = Reference(key) {
        payloads.append(.bus(service: records, RecordRequest(reference).request))
      } else if let request = RequestTemplate.request(key.hasPrefix("/") ? "GET \(key)" : key) {
        payloads.append(.bus(service: records, request))
      } else {
        throw .badRequest("--keys-from", "invalid key '\(key)' in \(plan.keyFile ?? ""): expected KIND/ID or a path, such as people/1")
      }
    }
    return payloads
  }

  /// Every page of every kind, as the services cut them.
  private func listPayloads() throws(Problem) -> [Call.Payload] {
    var payloads: [Call.Payload] = []
    for kind in catalogue.kinds {
      let pages = (try all(kind).count + Kinds.pageSize - 1) / Kinds.pageSize
      payloads += (1...max(1, pages)).map { Call.Payload.bus(service: records, ListRequest(kind, .page($0)).request) }
    }
    return payloads
  }

  private func references() throws(Problem) -> [Reference] {
    var references: [Reference] = []
    for kind in catalogue.kinds { references += try all(kind).map(\.reference) }
    return references
  }

  /// The keys of the file, or the names in the catalogue.
  private func texts() throws(Problem) -> [String] {
    if let fileKeys { return fileKeys }
    var names: [String] = []
    for kind in catalogue.kinds { names += try all(kind).map(\.name) }
    return names
  }

  private func all(_ kind: KindName) throws(Problem) -> [Record] {
    do { return try catalogue.records(of: kind) } catch { throw Problem(500, "the catalogue cannot be read", detail: error.message) }
  }
}

extension WorkloadBuilder {
  /// Returns the bodies that the catalogue has for the requested records.
  func catalogueBodies() throws(Problem) -> [Call.Key: [UInt8]] {
    guard plan.keys != .unique, plan.mix.parts.contains(where: { $0.operation == .record }) else { return [:] }
    let requested: [Reference?]
    if let fileKeys { requested = fileKeys.map { Reference($0) } } else { requested = try references() }
    // A file may have the same record a million times.
    var known: [Reference: [UInt8]] = [:]
    var bodies: [Call.Key: [UInt8]] = [:]
    for (index, reference) in requested.enumerated() {
      guard let reference else { continue }
      if known[reference] == nil { known[reference] = (try? catalogue.record(reference))?.canonical.bytes() }
      bodies[Call.Key(operation: .record, index: index)] = known[reference]
    }
    return bodies
  }
}
