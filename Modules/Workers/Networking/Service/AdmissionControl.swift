import MessageBus

/// Limits the requests that wait for the origin, by number and by size. A client may have at most as many waiting requests as there is room
/// left, so a client that takes all it can get (half of the total) still leaves room for others.
struct AdmissionControl: Sendable {
  struct Load: Sendable, Hashable {
    var requests = 0
    var bytes = 0
  }

  let limit: Load
  /// The load of all admitted requests.
  private(set) var load = Load()
  private var byClient: [String: Load] = [:]

  init(limit: Load = Load(requests: 32_768, bytes: 64 << 20)) { self.limit = limit }

  /// Admits a request of `bytes`. Returns `false` if there is no room for it.
  mutating func admit(_ bytes: Int, from client: String) -> Bool {
    let own = byClient[client] ?? Load()
    guard own.requests < limit.requests - load.requests, own.bytes + bytes <= limit.bytes - load.bytes else { return false }
    byClient[client] = Load(requests: own.requests + 1, bytes: own.bytes + bytes)
    load = Load(requests: load.requests + 1, bytes: load.bytes + bytes)
    return true
  }

  /// Releases the room of an admitted request.
  mutating func release(_ bytes: Int, from client: String) {
    guard let own = byClient[client] else { return }
    byClient[client] = own.requests > 1 ? Load(requests: own.requests - 1, bytes: own.bytes - bytes) : nil
    load = Load(requests: load.requests - 1, bytes: load.bytes - bytes)
  }
}
