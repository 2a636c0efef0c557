import OrderedJSON

/// Searches and suggestions, beside cached records on the same bus: a question that is asked again and again, and questions that differ.
struct SearchThroughput: BenchmarkRow {
  let name = "search"
  let summary = "searches, suggestions and cached records over one bus"

  private static let service = "holocron.search"
  private static let outstanding = 64

  func measure(on bench: Workbench) throws(BenchmarkError) -> [Comparison] {
    try bench.startBus()
    try bench.start(service: "holocron-search")
    try bench.waitForCache()
    try bench.wait(for: "the index of all records") { () throws(BenchmarkError) in
      try bench.statistics(of: Self.service)["gauges"]?["index.complete"]?.double == 1 ? () : nil
    }
    func side(_ name: String, _ head: String, requests: Int = 20_000) -> Rounds.Side {
      let loop = RequestLoop(bench.bus, BusRequest(Self.service, head).frames, outstanding: Self.outstanding, requests: requests)
      return Rounds.Side(name) { () throws(BenchmarkError) in [try loop.run().rate] }
    }
    func side(_ name: String, _ questions: NewQuestions) -> Rounds.Side {
      let loop = RequestLoop(bench.bus, outstanding: Self.outstanding, requests: 4_000) { _ in
        BusRequest(Self.service, questions.next()).frames
      }
      return Rounds.Side(name) { () throws(BenchmarkError) in [try loop.run().rate] }
    }
    let cached = RequestLoop(bench.bus, CachedRecord.request.frames, outstanding: Self.outstanding, requests: 20_000)
    let rounds = try Rounds(
      bench.rounds,
      [
        side("search", "GET /search?q=luke"),
        Rounds.Side("cached GET /people/1") { () throws(BenchmarkError) in [try cached.run().rate] },
        side("suggest", "GET /suggest?q=lu"),
        side("new searches", NewQuestions(of: "search", limits: 20...500)),
        side("new suggestions", NewQuestions(of: "suggest", limits: 8...50, letters: 4)),
      ])
    let parts: [(name: String, side: Int, title: String, bars: [Bar])] = [
      (name, 0, "GET /search?q=luke", [Bar(.ratio(to: "cached GET /people/1"), atLeast: 0.5)]),
      ("\(name)-suggest", 2, "GET /suggest?q=lu", [Bar(.ratio(to: "cached GET /people/1"), atLeast: 0.5)]),
      ("\(name)-new", 3, "GET /search, each question new", []),
      ("\(name)-suggest-new", 4, "GET /suggest, each question new", []),
    ]
    return parts.map { part in
      Comparison(
        part.name, "\(part.title), \(Self.outstanding) outstanding, ipc", ours: rounds.series(part.side, unit: "/s"),
        references: [rounds.series(1, unit: "/s")], bars: part.bars)
    }
  }
}

/// Questions that never repeat, so that no cached answer fits: they differ in their words, in the number of answers, and in upper and lower
/// case, which the answer of a search repeats.
private final class NewQuestions {
  private static let words = [
    "luke", "vader", "leia", "organa", "obi-wan", "kenobi", "anakin", "chewbacca", "falcon", "jabba", "lando", "palpatine", "boba",
    "ackbar",
    "tatooine", "alderaan", "hoth", "dagobah", "bespin", "endor", "naboo", "coruscant", "kamino", "wookiee", "hutt", "ewok", "destroyer",
    "fighter", "speeder", "walker", "empire", "hope",
  ]

  private let resource: String
  private let limits: ClosedRange<Int>
  /// Number of letters typed of a word.
  private let letters: Int
  private var count = 0

  init(of resource: String, limits: ClosedRange<Int>, letters: Int = .max) {
    (self.resource, self.limits, self.letters) = (resource, limits, letters)
  }

  /// Returns the head of a request. The first 7,000 or more differ.
  func next() -> String {
    var number = count
    count += 1
    func digit(_ base: Int) -> Int {
      defer { number /= base }
      return number % base
    }
    let word = Self.words[digit(Self.words.count)].prefix(letters)
    let limit = limits.lowerBound + digit(limits.count)
    let text = word.map { digit(2) == 1 ? $0.uppercased() : String($0) }.joined()
    return "GET /\(resource)?q=\(text)&limit=\(limit)"
  }
}
