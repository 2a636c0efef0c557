extension OriginStatus {
  /// Why a request to a server failed, or why requests to it pause. Fetchers send the sentence; front-ends translate those that they know.
  public enum Reason: Sendable, Hashable {
    case unreachable, connectionLost, noTLS, timedOut, slowDown
    /// The status of the response.
    case errorStatus(Int)

    private static let plain = [unreachable, connectionLost, noTLS, timedOut, slowDown]
    private static let statusPrefix = "it answered with status "

    /// Continues a sentence about the server.
    public var sentence: String {
      switch self {
      case .unreachable: "it cannot be reached"
      case .connectionLost: "it closed the connection before the response was complete"
      case .noTLS: "no TLS connection could be established"
      case .timedOut: "it did not answer in time"
      case .slowDown: "it asked to slow down"
      case .errorStatus(let status): "\(Self.statusPrefix)\(status)"
      }
    }

    /// Recognises a sentence; `nil` for one of another version.
    public init?(sentence: String) {
      if let plain = Self.plain.first(where: { $0.sentence == sentence }) {
        self = plain
      } else if sentence.hasPrefix(Self.statusPrefix), let status = Int(sentence.dropFirst(Self.statusPrefix.count)) {
        self = .errorStatus(status)
      } else {
        return nil
      }
    }
  }
}
