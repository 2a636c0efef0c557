@testable import Contracts
@testable import MessageBus

/// The field frames of messages, and the fields that workers read.
enum FieldsCase: FuzzCase {
  static let name = "fields"

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    let (scan, fields) = input.withUnsafeBytes { (FieldScan($0), Fields(parsing: $0)) }
    guard let fields else { return }
    try promise(Fields(parsing: fields.text) == fields, "fields change when they are written and parsed")
    try promise(scan.deadline == nil || fields["deadline"] != nil, "the broker found a deadline that the worker does not")
    if let key = FairnessKey.key(in: fields) {
      try promise((1...FairnessKey.maxLength).contains(key.utf8.count), "a fairness key has \(key.utf8.count) bytes")
    }
    _ = Validation(fields).acceptsAnyFresh
    _ = OriginIdentity(fields)
  }
}
