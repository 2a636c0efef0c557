import Synchronization

/// The clients that wait for work which sends a request of its own. All of them join that request, so that it is sent at the first turn of any.
final class JoinedClients: Sendable {
  private struct State {
    var clients: Set<String> = []
    /// Adds a client to the request; `nil` until there is one.
    var join: (@Sendable (String) -> Void)?
  }

  private let state = Mutex(State())

  func add(_ client: String) {
    let join = state.withLock { $0.clients.insert(client).inserted ? $0.join : nil }
    join?(client)
  }

  /// Calls `join` with each client, also with those that are added later.
  func attach(_ join: @escaping @Sendable (String) -> Void) {
    let clients = state.withLock { state in
      state.join = join
      return state.clients
    }
    clients.forEach(join)
  }
}
