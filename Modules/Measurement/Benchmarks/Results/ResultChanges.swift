import LoadTesting

/// What changed between an earlier run of the benchmarks and a new one.
package struct ResultChanges: Sendable {
  /// A figure of a comparison that both runs have.
  struct Change: Sendable, Hashable {
    enum Finding: String, Sendable {
      case better, worse
      /// The figures of the two runs overlap, or there are too few.
      case unclear = "no clear change"
    }

    let comparison: String
    /// `ratio to C relay`, or the name of a series.
    let figure: String
    let old: Double
    let new: Double
    let finding: Finding
  }

  let changes: [Change]
  /// What makes the runs hard to compare, or is in one of them only; sentences without a full stop.
  let notes: [String]

  package init(from old: BenchmarkResults, to new: BenchmarkResults) {
    var notes: [String] = []
    func compare(_ name: String, _ text: (Machine) -> String) {
      let (before, after) = (text(old.machine), text(new.machine))
      if before != after { notes.append("another machine: \(name) was \(before), is \(after)") }
    }
    compare("cores") { $0.cores.map { "\($0)" } ?? "unknown" }
    compare("model") { $0.model }
    compare("kernel") { $0.kernel }
    var earlier: [String: Comparison] = [:]
    for comparison in old.comparisons { earlier[comparison.name] = comparison }
    var changes: [Change] = []
    for comparison in new.comparisons {
      if let before = earlier.removeValue(forKey: comparison.name) {
        changes += Self.changes(from: before, to: comparison)
      } else {
        notes.append("\(comparison.name) is not in the earlier results")
      }
    }
    notes += earlier.keys.sorted().map { "\($0) is only in the earlier results" }
    self.changes = changes
    self.notes = notes
  }

  private static func changes(from old: Comparison, to new: Comparison) -> [Change] {
    var changes: [Change] = []
    func add(_ figure: String, _ before: [Double], _ after: [Double], lessIsBetter: Bool) {
      changes.append(
        Change(
          comparison: new.name, figure: figure, old: Series.median(of: before), new: Series.median(of: after),
          finding: finding(before, after, lessIsBetter: lessIsBetter)))
    }
    for reference in new.references {
      guard let before = old.references.first(where: { $0.name == reference.name }) else { continue }
      add("ratio to \(reference.name)", old.ratios(to: before), new.ratios(to: reference), lessIsBetter: new.lessIsBetter)
    }
    add(new.ours.name, old.ours.values, new.ours.values, lessIsBetter: new.lessIsBetter)
    // Figures beside the speed are costs: processor time, requests.
    for figure in new.figures {
      guard let before = old.figures.first(where: { $0.name == figure.name && $0.unit == figure.unit }) else { continue }
      add(figure.name, before.values, figure.values, lessIsBetter: true)
    }
    return changes
  }

  /// With fewer rounds, noise looks like a change too often.
  private static let minRounds = 5

  /// A change is clear if both runs have at least five rounds, and each median lies outside the spread of the other run.
  static func finding(_ old: [Double], _ new: [Double], lessIsBetter: Bool) -> Change.Finding {
    guard min(old.count, new.count) >= minRounds else { return .unclear }
    let (before, after) = (Series.median(of: old), Series.median(of: new))
    guard !Series.spread(of: old).contains(after), !Series.spread(of: new).contains(before), after.isFinite, before.isFinite else {
      return .unclear
    }
    return (after < before) == lessIsBetter ? .better : .worse
  }

  /// A line for each change and each note.
  package var text: String {
    let lines = changes.map { change in
      let percent = Quantity.change(change.new / change.old - 1)
      let figures = "\(FigureText.text(change.old)) → \(FigureText.text(change.new)) (\(percent))"
      return "\(change.comparison), \(change.figure): \(figures), \(change.finding.rawValue)"
    }
    return (lines + notes.map { "note: \($0)" }).joined(separator: "\n")
  }
}
