@testable import MessageBus

/// Request heads.
enum TargetCase: FuzzCase {
  static let name = "target"

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    guard let (_, target) = input.withUnsafeBytes({ BodyFrames.requestLine($0) }) else { return }
    guard let again = Target(parsing: target.description) else { throw BrokenPromise("a written target cannot be parsed") }
    // Empty components have no meaning, and a query without items is written as none.
    try promise(again == target, "a target changes when it is written and parsed: \(target)")
  }
}
