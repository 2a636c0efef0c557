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
    expected = Mutex(known.mapValues(Self.digest))
  }

  /// Compares the body of a successful answer.
  func check(_ call: Call, _ body: [UInt8]) -> Finding {
    if call.key.operation == .echo, case .bus(_, let request) = call.payload { return body == request.content ? .right : .wrong }
    guard !call.isUnique else { return .nothingToCompare }
    let digest = Self.digest(Self.comparable(body, of: call.key.operation))
    return expected.withLock { expected in
      if let known = expected[call.key] { return known == digest ? .right : .wrong }
      if expected.count < Self.maxKeys { expected[call.key] = digest }
      return .nothingToCompare
    }
  }

  /// Returns the part of a body that depends on the request alone. A search ends with the coverage of the index, which grows.
  static func comparable(_ body: [UInt8], of operation: Operation) -> ArraySlice<UInt8> {
    guard operation == .search else { return body[...] }
    let mark = Array(#","coverage":"#.utf8)
    guard body.count >= mark.count else { return body[...] }
    let start = (0...(body.count - mark.count)).last { body[$0] == mark[0] && body[$0..<($0 + mark.count)].elementsEqual(mark) }
    return body[..<(start ?? body.count)]
  }

  private static func digest(_ body: [UInt8]) -> Int { digest(body[...]) }

  private static func digest(_ body: ArraySlice<UInt8>) -> Int {
    var hasher = Hasher()
    body.withUnsafeBytes { hasher.combine(bytes: $0) }
    return hasher.finalize()
  }
}
