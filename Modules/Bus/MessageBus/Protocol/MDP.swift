/// The Majordomo Protocol 0.2 (ZeroMQ RFC 18) as it stands on the wire; GRAMMAR.md beside this file has the whole of it.
enum MDP {
  /// What frame 0 says: which half of the protocol the rest speaks.
  enum Header {
    static let client: StaticString = "MDPC02"
    static let worker: StaticString = "MDPW02"
  }

  enum ClientCommand {
    static let request: UInt8 = 0x01
    static let partial: UInt8 = 0x02
    static let final: UInt8 = 0x03
  }

  enum WorkerCommand {
    static let ready: UInt8 = 0x01
    static let request: UInt8 = 0x02
    static let partial: UInt8 = 0x03
    static let final: UInt8 = 0x04
    static let heartbeat: UInt8 = 0x05
    static let disconnect: UInt8 = 0x06
  }

  /// More credit than this is taken as this: it bounds what one worker can hold.
  static let mostCredit = 20_000
  /// Frames of one message, the peer's identity left out. Longer messages are dropped: ZMQ_MAXMSGSIZE bounds a frame, not their number.
  static let mostFrames = 32

  static func matches(_ header: StaticString, _ frame: UnsafeRawBufferPointer) -> Bool {
    header.withUTF8Buffer { $0.elementsEqual(frame) }
  }
}
