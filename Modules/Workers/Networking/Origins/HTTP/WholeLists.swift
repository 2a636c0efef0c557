import DequeModule
import Dialects
import Models

/// The lists that a server sent as one document, kept for as long as it takes to read their pages. Pure: time is an argument.
///
/// Without these, each page of a list would be another request for the whole list.
struct WholeLists: Sendable {
  typealias Instant = ContinuousClock.Instant

  struct Limits: Sendable {
    /// Maximum number of lists; the oldest are evicted first.
    var lists = 16
    /// Maximum memory of all lists together, in bytes, as estimated from the sizes of their documents.
    var bytes = 64 << 20
    /// How long a list answers requests for its pages.
    var retention = Duration.seconds(30)
  }

  private struct Kept {
    let response: OriginResponse<WirePage>
    let receivedAt: Instant

    /// An estimate of the memory that the records need, in bytes.
    var memory: Int { response.content == nil ? 0 : response.size * WholeLists.memoryPerByte }
  }

  /// Decoded records need several times the memory of their document.
  static let memoryPerByte = 4

  private let limits: Limits
  private var kept: [String: Kept] = [:]
  private var urls: Deque<String> = []
  /// The sum of ``Kept/memory``.
  private var bytes = 0

  init(_ limits: Limits = Limits()) { self.limits = limits }

  /// Number of lists.
  var count: Int { kept.count }

  /// Returns the list at `url` with its age, if it is not too old. Removes others that are.
  ///
  /// - Parameter entityTag: the tag of a copy that the caller has. Without the content, only a list with this tag will do.
  mutating func list(_ url: String, entityTag: String?, now: Instant) -> (response: OriginResponse<WirePage>, age: Duration)? {
    removeExpired(except: url, now: now)
    guard let list = kept[url] else { return nil }
    let age = list.receivedAt.duration(to: now)
    let response = list.response
    guard age < limits.retention, response.content != nil || (entityTag != nil && entityTag == response.entityTag) else { return nil }
    return (response, age)
  }

  /// Keeps a list. If the response has no content because it is unchanged, the content of the kept list with the same tag remains.
  /// Removes lists that are too old.
  ///
  /// - Returns: the response, with the content if it is known.
  mutating func keep(_ response: OriginResponse<WirePage>, _ url: String, now: Instant) -> OriginResponse<WirePage> {
    var updated = response
    if response.content == nil, let old = kept[url]?.response, old.entityTag == response.entityTag {
      updated.content = old.content
      updated.size = old.size
    }
    remove(url)
    removeExpired(now: now)
    let list = Kept(response: updated, receivedAt: now)
    guard list.memory <= limits.bytes else { return updated }
    kept[url] = list
    urls.append(url)
    bytes += list.memory
    while kept.count > limits.lists || bytes > limits.bytes, let oldest = urls.first { remove(oldest) }
    return updated
  }

  private mutating func remove(_ url: String) {
    guard let list = kept.removeValue(forKey: url) else { return }
    bytes -= list.memory
    urls.removeAll { $0 == url }
  }

  /// - Parameter spared: a list that stays, however old: the origin may be about to confirm it.
  private mutating func removeExpired(except spared: String? = nil, now: Instant) {
    for url in urls where url != spared {
      if let list = kept[url], list.receivedAt.duration(to: now) >= limits.retention { remove(url) }
    }
  }
}
