/// The services of Holocron, by their names on the bus.
public struct ServiceName: Sendable, Hashable, CustomStringConvertible {
  public let text: String
  init(_ text: String) { self.text = text }

  public static let cache = ServiceName("holocron.cache")
  public static let fetch = ServiceName("holocron.fetch")
  public static let search = ServiceName("holocron.search")

  public var description: String { text }

  /// What starts a worker of this service, for messages: `holocron-fetcher`.
  public var executable: String {
    switch self {
    case .fetch: "holocron-fetcher"
    default: text.replacing("holocron.", with: "holocron-")
    }
  }
}
