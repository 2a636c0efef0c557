import Synchronization

/// Prints where the servers listen once all of them do: the root of the API first.
final class StartLines: Sendable {
  private let state: Mutex<(base: String?, admin: String?)>
  private let print: @Sendable (String) -> Void

  init(needsAdmin: Bool, print: @escaping @Sendable (String) -> Void) {
    state = Mutex((nil, needsAdmin ? nil : ""))
    self.print = print
  }

  func setBase(_ url: String) { set { $0.base = url } }
  func setAdmin(_ url: String) { set { $0.admin = url } }

  private func set(_ change: (inout (base: String?, admin: String?)) -> Void) {
    let lines = state.withLock { state in
      change(&state)
      return state.base.flatMap { base in state.admin.map { [base, $0] } } ?? []
    }
    for line in lines where !line.isEmpty { print(line) }
  }
}
