import Contracts
import MessageBus
import Synchronization

/// Bounds the requests that wait for the origin, in count and in bytes. A client may have no more waiting than there is room left, so that one that
/// fills what it can (half of everything) still leaves room for others.
final class HeldRequests: Sendable {
  struct Amount: Sendable, Hashable {
    var requests = 0
    var bytes = 0
  }

  static let most = Amount(requests: 32_768, bytes: 64 << 20)

  private struct State {
    var all = Amount()
    var byClient: [String: Amount] = [:]
  }

  private let most: Amount
  private let state = Mutex(State())

  init(most: Amount = HeldRequests.most) { self.most = most }

  var held: Amount { state.withLock { $0.all } }

  /// Counts a request in. Throws a 503 when there is no room for it.
  func take(_ bytes: Int, from client: String) throws(Problem) {
    let fits = state.withLock { state in
      let own = state.byClient[client] ?? Amount()
      guard own.requests < most.requests - state.all.requests, own.bytes + bytes <= most.bytes - state.all.bytes else { return false }
      state.all.requests += 1
      state.all.bytes += bytes
      state.byClient[client] = Amount(requests: own.requests + 1, bytes: own.bytes + bytes)
      return true
    }
    guard fits else {
      throw Problem(
        503, "too many requests wait for the origin", detail: "ask again when some of those that wait are answered",
        type: ProblemType.overloaded,
        retryAfter: 1)
    }
  }

  /// Counts it out.
  func give(_ bytes: Int, from client: String) {
    state.withLock { state in
      state.all.requests -= 1
      state.all.bytes -= bytes
      guard let own = state.byClient[client] else { return }
      state.byClient[client] = own.requests > 1 ? Amount(requests: own.requests - 1, bytes: own.bytes - bytes) : nil
    }
  }
}

extension Request {
  /// What it takes to hold the request, about.
  var size: Int {
    target.path.reduce(0) { $0 + $1.utf8.count } + target.query.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
      + fields.text.utf8.count + content.count + 512
  }
}
