/// Names of Holocron's services on the bus.
public struct ServiceName: Sendable, Hashable, CustomStringConvertible {
  public let text: String
  package init(_ text: String) { self.text = text }

  public static let cache = ServiceName("holocron.cache")
  public static let fetch = ServiceName("holocron.fetch")
  public static let search = ServiceName("holocron.search")

  public var description: String { text }

  /// The executable that starts a worker for this service, for use in messages: `holocron-fetcher`.
  public var executable: String {
    switch self {
    case .fetch: "holocron-fetcher"
    default: text.replacing("holocron.", with: "holocron-")
    }
  }
}
