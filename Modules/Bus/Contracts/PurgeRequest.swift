public import MessageBus
public import Models
import OrderedJSON

/// `PURGE /`, `PURGE /{kind}`, `PURGE /{kind}/{id}`: removes everything, a kind with its lists, or a record from the cache. Offered by the
/// cache. Content of the answer: `{"purged":12}`, the number of entries removed.
public struct PurgeRequest: Contract {
  /// What to remove from the cache.
  public enum Scope: Sendable, Hashable {
    case everything
    case kind(KindName)
    case record(Reference)

    /// The components of the path: none, a kind, or a kind and an ID.
    var path: [String] {
      switch self {
      case .everything: []
      case .kind(let kind): [kind.text]
      case .record(let reference): [reference.kind.text, String(reference.id)]
      }
    }

    /// Returns `nil` if `path` is neither empty nor a kind nor a record.
    init?(path: [String]) {
      if path.isEmpty {
        self = .everything
      } else if path.count == 1, let kind = KindName(path[0]) {
        self = .kind(kind)
      } else if let reference = Reference(path.joined(separator: "/")) {
        self = .record(reference)
      } else {
        return nil
      }
    }
  }

  public var scope: Scope

  public init(_ scope: Scope) { self.scope = scope }

  public var request: Request { Request("PURGE", Target(scope.path)) }

  public init?(_ request: Request) throws(Problem) {
    guard request.method == "PURGE" else { return nil }
    guard let scope = Scope(path: request.target.path) else {
      throw .badRequest("path", "cannot purge '\(request.target)': use /, /KIND or /KIND/ID")
    }
    self.scope = scope
  }

  public static func reply(_ purged: Int) -> Reply { Reply(200, content: (["purged": .number(purged)] as JSON).bytes()) }

  public static func answer(_ reply: Reply) throws(Problem) -> Int {
    guard let purged = (try? JSON(parsing: reply.content))?["purged"]?.int else { throw .malformedReply(expected: "a count") }
    return purged
  }
}
