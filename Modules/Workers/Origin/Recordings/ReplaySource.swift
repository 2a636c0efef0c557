import HTTPTypes
import Synchronization

/// Answers as a recorded server did: with the same status, fields and bytes.
///
/// A target that was recorded several times gets its answers in their order, and the last one from then on. The items of a query may have
/// another order. HEAD gets the head of the answer to GET if only that was recorded. Other requests get 404.
public final class ReplaySource: AnswerSource {
  private struct Key: Hashable {
    let method: String
    /// The path, and the items of the query in alphabetical order: clients send them in any order.
    let target: [Substring]

    init(_ method: String, _ target: String) {
      self.method = method
      let path = target.prefix { $0 != "?" }
      self.target = [path] + target[path.endIndex...].dropFirst().split(separator: "&").sorted()
    }
  }

  public let basePath: String
  /// Made once, so that concurrent responses share the bytes of a body.
  private let plans: [Key: [ResponsePlan]]
  private let served = Mutex<[Key: Int]>([:])

  /// - Parameter keepsTiming: whether heads and parts of bodies come after the times that were recorded, or at once.
  public init(_ recording: Recording, keepsTiming: Bool) {
    basePath = recording.base
    plans = Dictionary(grouping: recording.exchanges) { Key($0.method, $0.target) }
      .mapValues { $0.map { $0.plan(keepsTiming: keepsTiming) } }
  }

  public func answer(_ request: OriginRequest, localAuthority: String) async -> ResponsePlan {
    let target = request.swapi.target
    let keys =
      [Key(request.swapi.method, target)] + (request.swapi.method == "HEAD" ? [Key("GET", target)] : [])
    guard let key = keys.first(where: { plans[$0] != nil }), let answers = plans[key] else {
      return ResponsePlan(error: 404, "This request is not in the recording")
    }
    let index = served.withLock { served in
      let index = served[key, default: 0]
      served[key] = min(index + 1, answers.count - 1)
      return index
    }
    return answers[index]
  }
}
