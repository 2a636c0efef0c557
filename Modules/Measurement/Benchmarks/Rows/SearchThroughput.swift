import OrderedJSON

/// Searches and suggestions, beside cached records on the same bus.
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
        Rounds.Side("cached GET /people/1") { () throws(BenchmarkError) in [try cached.run().rate] },
        side("new searches", NewQuestions(of: "search", limits: 20...500)),
        side("new suggestions", NewQuestions(of: "suggest", limits: 8...50, letters: 4)),
      ])
    let parts = [("\(name)-new", 1, "GET /search"), ("\(name)-suggest-new", 2, "GET /suggest")]
    return parts.map { name, side, title in
      Comparison(
        name, "\(title), each question new, \(Self.outstanding) outstanding, ipc", ours: rounds.series(side, unit: "/s"),
        references: [rounds.series(0, unit: "/s")], bars: [])
    }
  }
}

/// Questions that never repeat: they differ in their words, in the number of answers, and in upper and lower case.
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
