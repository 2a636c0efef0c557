import MessageBus

/// A problem to report to the caller, with the caching fields of the origin's response.
struct FetchFailure: Error {
  let problem: Problem
  var forwarded: Fields = [:]

  var reply: Reply {
    var reply = Reply(problem)
    ForwardedFields.add(forwarded, to: &reply)
    return reply
  }

  /// Runs `body` and wraps its problem, which did not come from the origin and has no caching fields.
  static func wrapping<Value>(_ body: () throws(Problem) -> Value) throws(FetchFailure) -> Value {
    do { return try body() } catch { throw FetchFailure(problem: error) }
  }
}
