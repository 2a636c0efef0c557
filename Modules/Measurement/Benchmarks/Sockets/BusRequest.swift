/// The frames of a request over the bus, as `GRAMMAR.md` of MessageBus describes them.
struct BusRequest {
  let frames: [[UInt8]]

  /// - Parameter fields: lines `name: value`.
  init(_ service: String, _ head: String, fields: String = "") {
    let frames: [[UInt8]] = [Array("MDPC02".utf8), [0x01], Array(service.utf8), [1], Array(head.utf8)]
    self.frames = fields.isEmpty ? frames : frames + [Array(fields.utf8)]
  }

  /// A request to ``Role/worker`` with a body of this size.
  init(echoOf size: Int) {
    frames = [Array("MDPC02".utf8), [0x01], Array(Role.echoService.utf8), [UInt8](repeating: UInt8(ascii: "x"), count: size)]
  }
}
