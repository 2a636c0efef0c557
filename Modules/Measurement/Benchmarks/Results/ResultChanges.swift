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

    /// A change is clear if both runs have at least five rounds, and each median lies outside the spread of the other run.
    fileprivate init(_ comparison: String, _ figure: String, _ old: [Double], _ new: [Double], lessIsBetter: Bool) {
      (self.comparison, self.figure) = (comparison, figure)
      let (before, after) = (Series("", unit: "", old), Series("", unit: "", new))
      (self.old, self.new) = (before.median, after.median)
      // With fewer rounds, noise looks like a change too often.
      let isClear =
        min(old.count, new.count) >= 5 && self.old.isFinite && self.new.isFinite && !before.spread.contains(self.new)
        && !after.spread.contains(self.old)
      finding = !isClear ? .unclear : (self.new < self.old) == lessIsBetter ? .better : .worse
    }
  }

  private(set) var changes: [Change] = []
  /// What makes the runs hard to compare, or is in one of them only; sentences without a full stop.
  private(set) var notes: [String] = []

  package init(from old: BenchmarkResults, to new: BenchmarkResults) {
    let facts: [(name: String, value: (Machine) -> String)] = [
      ("cores", { $0.cores.map { "\($0)" } ?? "unknown" }), ("model", { $0.model }), ("kernel", { $0.kernel }),
    ]
    for (name, value) in facts where value(old.machine) != value(new.machine) {
      notes.append("another machine: \(name) was \(value(old.machine)), is \(value(new.machine))")
    }
    for comparison in new.comparisons {
      if let before = old.comparisons.first(where: { $0.name == comparison.name }) {
        add(from: before, to: comparison)
      } else {
        notes.append("\(comparison.name) is not in the earlier results")
      }
    }
    for before in old.comparisons where !new.comparisons.contains(where: { $0.name == before.name }) {
      notes.append("\(before.name) is only in the earlier results")
    }
  }

  private mutating func add(from old: Comparison, to new: Comparison) {
    for reference in new.references {
      guard let before = old.references.first(where: { $0.name == reference.name }) else { continue }
      changes.append(
        Change(
          new.name, "ratio to \(reference.name)", old.ratios(to: before), new.ratios(to: reference), lessIsBetter: new.lessIsBetter))
    }
    changes.append(Change(new.name, new.ours.name, old.ours.values, new.ours.values, lessIsBetter: new.lessIsBetter))
    // Figures beside the speed are costs: processor time, requests.
    for figure in new.figures {
      guard let before = old.figures.first(where: { $0.name == figure.name && $0.unit == figure.unit }) else { continue }
      changes.append(Change(new.name, figure.name, before.values, figure.values, lessIsBetter: true))
    }
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
