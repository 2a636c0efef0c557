/// The time from a key to its frame in the explorer on a large terminal, while a slow origin answers the requests that the keys cause, and with
/// an origin that answers at once.
struct KeyToFrame: BenchmarkRow {
  let name = "keys"
  let summary = "from a key to its whole frame in holocron-tui at 200×60, while a slow origin answers"

  private static let latency = "300ms"
  private static let environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
  /// Time between two keys, about that of a key that is held.
  private static let pause = Duration.milliseconds(33)
  /// Long enough for the explorer to tell Esc from the start of an escape sequence, and to close the overlay.
  private static let escapePause = Duration.milliseconds(80)
  private static let tabs = ["People", "Planets", "Species", "Vehicles", "Starships", "Films"]

  func measure(on bench: Workbench) throws -> [Comparison] {
    func side(_ name: String, isSlow: Bool) -> Rounds.Side {
      Rounds.Side(name) {
        // With an empty cache each time, so that data keep arriving.
        let fresh = try bench.another()
        try fresh.startBus(origin: isSlow ? CatalogueOrigin(on: fresh, latency: Self.latency).url : "embedded")
        try fresh.waitForCache()
        let sorted = try Self.times(on: fresh).sorted()
        withExtendedLifetime(fresh) {}
        return [0.99, 0.5].map { sorted[min(sorted.count - 1, Int(Double(sorted.count) * $0))] }
      }
    }
    let rounds = try Rounds(bench.rounds, side("origin at once", isSlow: false), side("origin of \(Self.latency)", isSlow: true))
    return [
      Comparison(
        name, "p99 from a key to the last byte of its frame, 200×60", lessIsBetter: true, ours: rounds.series(1, unit: "ms"),
        references: [rounds.series(0, unit: "ms")],
        figures: [rounds.series(1, figure: 1, named: "p50, origin of \(Self.latency)", unit: "ms")],
        bars: [Bar(.median(of: "origin of \(Self.latency)"), atMost: 16)])
    ]
  }

  /// Presses keys in each list, and returns the times in milliseconds.
  private static func times(on bench: Workbench) throws -> [Double] {
    let explorer = try ScreenProgram(
      [bench.program("holocron-tui"), "films", "--no-autostart", "--theme", "dark"],
      environment: bench.environment.merging(environment) { $1 }, columns: 200, rows: 60)
    explorer.rest(.milliseconds(700))
    var times: [Double] = []
    func press(_ key: String, _ mark: String) throws {
      times.append(try explorer.press(key, until: mark) / .milliseconds(1))
      explorer.rest(pause)
    }
    func escape() throws {
      _ = try explorer.press("\u{1B}", until: "\u{1B}")
      explorer.rest(escapePause)
    }
    for (index, title) in tabs.enumerated() {
      try press(String((index + 1) % tabs.count + 1), title)
      // Not counted: the selection can move only when the first page of the list has arrived.
      _ = try explorer.press("j", until: "▸")
      explorer.rest(pause)
      for key in ["j", "j", "j", "k", "j", "k", "j", "k"] { try press(key, "▸") }
      try press("s", "Sort")
      try escape()
      try press(":", "Commands")
      for letter in ["l", "e", "a"] { try press(letter, letter) }
      try escape()
      try press("?", "Help")
      try escape()
    }
    return times
  }
}
