import Contracts
import MessageBus
import Models
import OrderedJSON
import Platform

/// The requests of a run. Each is computed from its number and the seed of the run, so it does not depend on timing, or on the order in which
/// front-ends ask.
struct Workload: Sendable {
  /// The requests of one operation.
  struct Part: Sendable {
    let operation: Operation
    let weight: Double
    /// The number of keys; `nil` if every request has its own.
    let keyCount: Int?
    let payload: @Sendable (_ key: Int) -> Call.Payload
    /// Returns the key of the request with a number.
    fileprivate let key: @Sendable (_ number: Int, _ random: inout RandomStream) -> Int
  }

  let parts: [Part]
  let seed: UInt64
  private let totalWeight: Double

  /// - Parameter parts: at least one.
  init(_ parts: [Part], seed: UInt64) {
    self.parts = parts
    self.seed = seed
    totalWeight = parts.reduce(0) { $0 + $1.weight }
  }

  func call(_ number: Int) -> Call {
    var random = RandomStream(seed: seed, request: number)
    let part = part(&random)
    let key = part.key(number, &random)
    return Call(
      key: Call.Key(operation: part.operation, index: key), payload: part.payload(key), isUnique: part.keyCount == nil)
  }

  private func part(_ random: inout RandomStream) -> Part {
    guard parts.count > 1 else { return parts[0] }
    var rest = random.fraction() * totalWeight
    for part in parts.dropLast() {
      if rest < part.weight { return part }
      rest -= part.weight
    }
    return parts[parts.count - 1]
  }
}

/// Builds the requests of a run for its target.
struct WorkloadBuilder {
  let plan: LoadPlan
  let catalogue: Catalogue
  /// The name of the echo service of this run.
  let echoService: String

  /// Makes unique keys differ from those of earlier runs, whose answers may still be cached.
  private var run: Int { Int(plan.seed & 0xFF_FFFF) << 32 }

  func workload() throws(Problem) -> Workload {
    var parts: [Workload.Part] = []
    for part in plan.mix.parts { parts.append(try self.part(part.operation, part.weight)) }
    return Workload(parts, seed: plan.seed)
  }

  private func part(_ operation: Operation, _ weight: Double) throws(Problem) -> Workload.Part {
    if plan.keys == .unique, plan.hasKeys {
      return Workload.Part(operation: operation, weight: weight, keyCount: nil, payload: unique(operation)) { number, _ in number }
    }
    let payloads = try payloads(operation)
    // What has no key is the same for every request.
    let picker = KeyPicker(plan.keys == .unique ? .sequential : plan.keys, count: max(1, payloads.count))
    return Workload.Part(
      operation: operation, weight: weight, keyCount: payloads.count, payload: { payloads[$0] },
      key: { number, random in picker.key(of: number, &random) })
  }

  /// Returns what makes each request different.
  private func unique(_ operation: Operation) -> @Sendable (Int) -> Call.Payload {
    if operation == .record { return { [run, records] in .bus(service: records, RecordRequest(Reference(.people, 1 + run + $0)).request) } }
    if let template = plan.template { return { [run] in template.payload(String(run + $0)) } }
    return { [run, payload = payload(operation)] in payload("key \(run + $0)") }
  }

  private var isFetch: Bool { plan.target == .fetch }
  private var records: String { (isFetch ? ServiceName.fetch : .cache).text }

  /// Returns what makes the request for a text.
  private func payload(_ operation: Operation) -> @Sendable (String) -> Call.Payload {
    switch operation {
    case .suggest: { .bus(service: ServiceName.search.text, SuggestRequest($0).request) }
    case .search where !isFetch: { .bus(service: ServiceName.search.text, SearchRequest($0).request) }
    default: { [records] in .bus(service: records, ListRequest(.people, search: $0).request) }
    }
  }

  private func payloads(_ operation: Operation) throws(Problem) -> [Call.Payload] {
    switch operation {
    case .record: return try recordPayloads()
    case .list:
      // Every page of every kind, as the services cut them.
      return try kinds().flatMap { kind, records in
        (1...max(1, (records.count + Kinds.pageSize - 1) / Kinds.pageSize)).map {
          .bus(service: self.records, ListRequest(kind, .page($0)).request)
        }
      }
    case .search: return try texts().map(payload(operation))
    case .suggest: return try texts().map { payload(operation)(String($0.prefix(3))) }
    case .echo:
      let content = [UInt8](repeating: UInt8(ascii: "x"), count: plan.size)
      return [.bus(service: echoService, Request("GET", Target(["echo"]), content: content))]
    case .request:
      guard let template = plan.template else { return [] }
      guard template.hasKey else { return [template.payload("")] }
      if let keys = plan.fileKeys { return keys.map(template.payload) }
      return try references().map { template.payload($0.description) }
    }
  }

  private func recordPayloads() throws(Problem) -> [Call.Payload] {
    guard let keys = plan.fileKeys else { return try references().map { .bus(service: records, RecordRequest($0).request) } }
    var payloads: [Call.Payload] = []
    for key in keys {
      guard
        let request = Reference(key).map({ RecordRequest($0).request }) ?? RequestTemplate.request(key.hasPrefix("/") ? "GET \(key)" : key)
      else {
        throw .badRequest("--keys-from", "invalid key '\(key)' in \(plan.keyFile ?? ""): expected KIND/ID or a path, such as people/1")
      }
      payloads.append(.bus(service: records, request))
    }
    return payloads
  }

  private func references() throws(Problem) -> [Reference] { try kinds().flatMap { $0.records.map(\.reference) } }

  /// The keys of the file, or the names in the catalogue.
  private func texts() throws(Problem) -> [String] {
    if let keys = plan.fileKeys { return keys }
    return try kinds().flatMap { $0.records.map(\.name) }
  }

  private func kinds() throws(Problem) -> [(kind: KindName, records: [Record])] {
    do { return try catalogue.kinds.map { ($0, try catalogue.records(of: $0)) } } catch {
      throw Problem(500, "the catalogue cannot be read", detail: "\(error)")
    }
  }

  /// Returns the bodies that the catalogue has for the requested records.
  func catalogueBodies() throws(Problem) -> [Call.Key: [UInt8]] {
    guard plan.keys != .unique, plan.mix.parts.contains(where: { $0.operation == .record }) else { return [:] }
    let requested: [Reference?]
    if let keys = plan.fileKeys { requested = keys.map { Reference($0) } } else { requested = try references() }
    // A file may have the same record a million times.
    var known: [Reference: [UInt8]] = [:]
    var bodies: [Call.Key: [UInt8]] = [:]
    for (index, reference) in requested.enumerated() {
      guard let reference else { continue }
      if known[reference] == nil { known[reference] = (try? catalogue.record(reference))?.canonicalBytes }
      bodies[Call.Key(operation: .record, index: index)] = known[reference]
    }
    return bodies
  }
}

/// A file, pipe or standard input with a key in each line: a reference such as `people/1`, a search text, or whatever replaces `{key}`. Empty
/// lines, and lines that start with `#`, do not count.
enum KeyFile {
  private static let maxBytes = 256 << 20

  /// Returns the keys in their order; `-` is standard input. Blocks the thread until the writers of a pipe have closed it. Throws a 400 if the
  /// file cannot be read or has no keys.
  static func read(_ path: String) throws(Problem) -> [String] {
    let bytes: [UInt8]
    do throws(RegularFile.ReadError) { bytes = try RegularFile.readStream(path, upTo: maxBytes) } catch {
      throw .badRequest("--keys-from", "cannot read \(path): \(error.reason)")
    }
    let keys = keys(String(decoding: bytes, as: UTF8.self))
    guard !keys.isEmpty else { throw .badRequest("--keys-from", "\(path) has no keys; write one in each line, such as people/1") }
    return keys
  }

  static func keys(_ text: String) -> [String] {
    text.trimmingPrefix("\u{FEFF}").split(whereSeparator: \.isNewline).compactMap { line in
      let key = line.drop { $0 == " " || $0 == "\t" }
      guard let last = key.lastIndex(where: { $0 != " " && $0 != "\t" }), !key.hasPrefix("#") else { return nil }
      return String(key[...last])
    }
  }
}
