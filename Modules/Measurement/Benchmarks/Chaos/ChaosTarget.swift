/// A process that a chaos run hurts.
struct ChaosTarget: Sendable, Hashable, CustomStringConvertible {
  enum Role: String, Sendable, Hashable, CaseIterable {
    case broker, cache, fetcher, search, origin

    /// The number of processes.
    var count: Int {
      switch self {
      case .broker, .search, .origin: 1
      case .cache: 2
      case .fetcher: 3
      }
    }

    /// The roles whose processes an answer needs that shows the recovery of this role.
    var needs: Set<Role> {
      switch self {
      case .broker: [.broker]
      case .cache: [.broker, .cache]
      case .fetcher, .origin: [.broker, .cache, .fetcher, .origin]
      case .search: [.broker, .search]
      }
    }
  }

  let role: Role
  /// 1 or more.
  let number: Int

  /// All processes of a run, in the order in which they start.
  static let all: [ChaosTarget] = Role.allCases.flatMap { role in (1...role.count).map { ChaosTarget(role: role, number: $0) } }

  /// `cache-2`, or `broker` if there is only one.
  var description: String { role.count == 1 ? role.rawValue : "\(role.rawValue)-\(number)" }
}
