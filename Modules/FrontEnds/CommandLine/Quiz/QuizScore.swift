import OrderedJSON

/// What the user has answered so far.
struct QuizScore: Sendable, Hashable {
  private(set) var games = 0
  private(set) var asked = 0
  private(set) var right = 0
  /// The most right answers in a row, also across games.
  private(set) var longestRun = 0
  private(set) var run = 0

  mutating func add(_ isRight: Bool) {
    asked += 1
    if isRight { right += 1 }
    run = isRight ? run + 1 : 0
    longestRun = max(longestRun, run)
  }

  mutating func endGame() { games += 1 }

  /// Reads what ``json`` writes; `nil` for anything else, such as numbers that cannot be.
  init?(_ json: JSON) {
    func count(_ name: String) -> Int? { json[name]?.int.flatMap { (0...1_000_000_000).contains($0) ? $0 : nil } }
    guard let games = count("games"), let asked = count("asked"), let right = count("right"), let longestRun = count("longestRun"),
      let run = count("run"), right <= asked, run <= longestRun, longestRun <= right
    else { return nil }
    (self.games, self.asked, self.right, self.longestRun, self.run) = (games, asked, right, longestRun, run)
  }

  init() {}

  var json: JSON {
    [
      "games": .number(games), "asked": .number(asked), "right": .number(right), "longestRun": .number(longestRun), "run": .number(run),
    ]
  }
}
