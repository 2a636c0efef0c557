public import MessageBus
public import Models
import OrderedJSON

/// `PURGE /`, `PURGE /{kind}`, `PURGE /{kind}/{id}`: removes everything, a kind with its lists, or a record from the cache. Offered by the
/// cache. Content of the answer: `{"purged":12}`, the number of entries removed.
public struct PurgeRequest: Contract {
  public enum Scope: Sendable, Hashable {
    case everything
    case kind(KindName)
    case record(Reference)
  }

  public var scope: Scope

  public init(_ scope: Scope) { self.scope = scope }

  public var request: Request {
    switch scope {
    case .everything: Request("PURGE", Target([]))
    case .kind(let kind): Request("PURGE", Target([kind.text]))
    case .record(let reference): Request("PURGE", Target([reference.kind.text, String(reference.id)]))
    }
  }

  public init?(_ request: Request) throws(Problem) {
    guard request.method == "PURGE" else { return nil }
    let path = request.target.path
    if path.isEmpty {
      scope = .everything
    } else if path.count == 1, let kind = KindName(path[0]) {
      scope = .kind(kind)
    } else if let reference = Reference(path.joined(separator: "/")) {
      scope = .record(reference)
    } else {
      throw .badRequest("path", "cannot purge '\(request.target)': use /, /KIND or /KIND/ID")
    }
  }

  public static func reply(_ purged: Int) -> Reply { Reply(200, content: (["purged": .number(purged)] as JSON).bytes()) }

  public static func answer(_ reply: Reply) throws(Problem) -> Int {
    guard let purged = (try? JSON(parsing: reply.content))?["purged"]?.int else { throw .malformedReply(expected: "a count") }
    return purged
  }
}
