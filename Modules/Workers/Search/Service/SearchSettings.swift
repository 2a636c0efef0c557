/// How the search service behaves. The defaults suit one user's machine.
public struct SearchSettings: Sendable, Hashable {
  public var fill = FillMode.auto
  /// How often the lists are looked at again although nothing was announced, as long as somebody asks. Bounds what a lost event can do.
  public var lookInterval: Duration = .seconds(30)
  /// How long news are gathered before they are looked at.
  public var gathering: Duration = .milliseconds(20)
  /// How long one question to another service may take.
  public var patience: Duration = .seconds(10)
  /// How long the origin's own search may take when the caller names no deadline.
  public var originPatience: Duration = .seconds(5)
  /// How long a search, a suggestion or a path may take when the caller names no deadline.
  public var answerLimit: Duration = .seconds(10)
  /// Time between attempts to store the index after one failed.
  public var storeRetryInterval: Duration = .seconds(10)
  /// How long it is remembered what the origin's own search found, and that it failed.
  public var originMemory: Duration = .seconds(300)
  public var originFailureMemory: Duration = .seconds(5)
  /// How long the first requests wait until it is known which origin the cache answers for.
  public var originCheck: Duration = .milliseconds(500)
  /// Records asked for at the same time.
  public var width = 4
  /// Pages of one list that are read at most.
  public var mostPages = 1_000
  /// Records asked for at the start because others point to them.
  public var mostReferences = 2_000

  public init() {}
}
