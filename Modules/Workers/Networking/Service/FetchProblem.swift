import MessageBus

/// A problem on its way to the caller, with what the origin said about keeping it.
struct FetchProblem: Error {
  let problem: Problem
  var carried: Fields = [:]

  var reply: Reply {
    var reply = Reply(problem)
    CarriedFields.add(carried, to: &reply)
    return reply
  }

  /// What `body` gives; its problem is one of ours, about which no origin said anything.
  static func passing<Value>(_ body: () throws(Problem) -> Value) throws(FetchProblem) -> Value {
    do { return try body() } catch { throw FetchProblem(problem: error) }
  }
}
