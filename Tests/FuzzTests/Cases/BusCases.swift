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

/// Messages as the broker's ROUTER socket receives them, and the body frames of requests and replies.
enum FramesCase: FuzzCase {
  static let name = "frames"

  static func check(_ input: [UInt8]) throws(BrokenPromise) {
    let frames = frames(input)
    var services = ServiceNames()
    for header in [[], [Array("MDPC02".utf8)], [Array("MDPW02".utf8)]] {
      let message = Multipart([[0, 1, 2, 3, 4]] + header + frames)
      if let (_, parsed) = try? BrokerMessage.read(message, services: &services), case .request(let service, _) = parsed {
        try promise(service.utf8.count <= 255, "a service name has \(service.utf8.count) bytes")
      }
    }
    let body = Body(frames: frames)
    _ = try? BodyFrames.request(body)
    if let reply = BodyFrames.reply(body), reply.status >= 400 { _ = Problem(reading: reply) }
  }

  /// Splits the input into at most 32 frames: a byte says how many of the bytes after it are the next frame.
  private static func frames(_ input: [UInt8]) -> [[UInt8]] {
    var (frames, rest): ([[UInt8]], ArraySlice<UInt8>) = ([], input[...])
    while let length = rest.popFirst(), frames.count < 32 {
      frames.append(Array(rest.prefix(Int(length))))
      rest = rest.dropFirst(Int(length))
    }
    return frames
  }
}

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
