import Text

/// Constants of the Majordomo Protocol 0.2 (ZeroMQ RFC 18). GRAMMAR.md has the complete grammar.
enum MDP {
  /// Value of frame 0: the half of the protocol that the message belongs to.
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

  /// Maximum credit of a worker; higher values are reduced to it.
  static let maxCredit = 20_000
  /// Maximum number of frames of a message, without the peer's identity. Longer messages are dropped: ZMQ_MAXMSGSIZE limits the size of
  /// a frame, not the number of frames.
  static let maxFrames = 32

  static func matches(_ header: StaticString, _ frame: UnsafeRawBufferPointer) -> Bool {
    header.withUTF8Buffer { UnsafeRawBufferPointer($0).hasEqualBytes(as: frame) }
  }
}
