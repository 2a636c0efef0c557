import Contracts
import MessageBus
import Synchronization

/// Limits the requests that wait for the origin, by number and by size. A client may have at most as many waiting requests as there is room
/// left, so a client that takes all it can get (half of the total) still leaves room for others.
final class AdmissionControl: Sendable {
  struct Load: Sendable, Hashable {
    var requests = 0
    var bytes = 0
  }

  static let defaultLimit = Load(requests: 32_768, bytes: 64 << 20)

  private struct State {
    var total = Load()
    var byClient: [String: Load] = [:]
  }

  private let limit: Load
  private let state = Mutex(State())

  init(limit: Load = AdmissionControl.defaultLimit) { self.limit = limit }

  /// The load of all admitted requests.
  var load: Load { state.withLock { $0.total } }

  /// Admits a request of `bytes`. Throws a 503 if there is no room for the request.
  func admit(_ bytes: Int, from client: String) throws(Problem) {
    let isAdmitted = state.withLock { state in
      let own = state.byClient[client] ?? Load()
      guard own.requests < limit.requests - state.total.requests, own.bytes + bytes <= limit.bytes - state.total.bytes else { return false }
      state.total.requests += 1
      state.total.bytes += bytes
      state.byClient[client] = Load(requests: own.requests + 1, bytes: own.bytes + bytes)
      return true
    }
    guard isAdmitted else {
      throw Problem(
        503, "too many requests are waiting for the origin", detail: "retry when some of them have been answered",
        type: ProblemType.overloaded, retryAfter: 1
      ).because(.originBusy)
    }
  }

  /// Releases the room of an admitted request.
  func release(_ bytes: Int, from client: String) {
    state.withLock { state in
      state.total.requests -= 1
      state.total.bytes -= bytes
      guard let own = state.byClient[client] else { return }
      state.byClient[client] = own.requests > 1 ? Load(requests: own.requests - 1, bytes: own.bytes - bytes) : nil
    }
  }
}

extension Request {
  /// Approximate memory use of the request in bytes.
  var estimatedSize: Int {
    target.path.reduce(0) { $0 + $1.utf8.count } + target.query.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
      + fields.text.utf8.count + content.count + 512
  }
}
