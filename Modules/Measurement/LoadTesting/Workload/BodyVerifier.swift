import Contracts
import MessageBus
import Synchronization

/// Compares the bodies of answers with what they must be: the record in the catalogue, or the first answer for the same key.
///
/// Keeps 8 bytes for each key, for at most ``maxKeys`` keys: bodies are compared by a hash of 64 bits with a random seed.
final class BodyVerifier: Sendable {
  enum Finding: Sendable, Hashable {
    /// There was nothing to compare with, such as for a first answer.
    case nothingToCompare
    case right
    case wrong
  }

  static let maxKeys = 1 << 20

  /// What bodies are compared with: `the catalogue`.
  let reference: String
  private let expected: Mutex<[Call.Key: Int]>

  /// - Parameter known: the bodies of some keys.
  init(reference: String, known: [Call.Key: [UInt8]] = [:]) {
    self.reference = reference
    expected = Mutex(known.mapValues { BodyDigest($0[...]).value })
  }

  /// Compares the body of a successful answer.
  func check(_ call: Call, _ answer: Answer) -> Finding {
    if call.key.operation == .echo, case .bus(_, let request) = call.payload {
      return answer.body == request.content ? .right : .wrong
    }
    guard !call.isUnique else { return .nothingToCompare }
    let digest = answer.digest?.value ?? BodyDigest(call.isSearch ? Self.beforeCoverage(answer.body) : answer.body[...]).value
    return expected.withLock { expected in
      if let known = expected[call.key] { return known == digest ? .right : .wrong }
      if expected.count < Self.maxKeys { expected[call.key] = digest }
      return .nothingToCompare
    }
  }

  /// Returns the part of the answer to a search that depends on the request alone: it ends with the coverage of the index, which grows.
  private static func beforeCoverage(_ body: [UInt8]) -> ArraySlice<UInt8> {
    let mark = Array(#","coverage":"#.utf8)
    guard body.count >= mark.count else { return body[...] }
    let start = (0...(body.count - mark.count)).last { body[$0] == mark[0] && body[$0..<($0 + mark.count)].elementsEqual(mark) }
    return body[..<(start ?? body.count)]
  }
}

extension Call {
  /// Whether this is a search, also one of the target `service`.
  fileprivate var isSearch: Bool {
    guard key.operation != .search, case .bus(let service, let request) = payload else { return key.operation == .search }
    return service == ServiceName.search.text && request.target.path == ["search"]
  }
}

/// A hash of 64 bits over a body that arrives in parts, with a seed that is random for each process. It does not depend on how the body is cut.
struct BodyDigest: Sendable {
  private var hasher = Hasher()
  private(set) var byteCount = 0

  init() {}

  init(_ body: ArraySlice<UInt8>) { body.withUnsafeBytes { append($0) } }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    hasher.combine(bytes: bytes)
    byteCount += bytes.count
  }

  /// Counts bytes that are not compared.
  mutating func skip(_ count: Int) { byteCount += count }

  var value: Int { hasher.finalize() }
}
