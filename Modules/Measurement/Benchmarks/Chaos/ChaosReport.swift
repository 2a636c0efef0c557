/// The report of a chaos run.
struct ChaosReport {
  let seed: UInt64
  let seconds: Int
  /// The failures that were possible.
  let harms: [ChaosPlan.Harm]
  let tally: ChaosTally
  let marks: [ChaosTally.Mark]
  let skipped: Int
  let defects: [String]

  /// The least share of requests for cached data with right answers.
  private static let cachedShare = 0.9999
  /// The maximum number of errors after the last repair that the text lists.
  private static let unhealedCount = 20

  var isSuccess: Bool { tally.wrong == 0 && tally.lost == 0 && defects.isEmpty && unhealed.isEmpty && tally.right > 0 }

  /// Errors of requests that were sent in the last seconds of the run, when everything has recovered.
  private var unhealed: [String] {
    guard let last = marks.compactMap(\.repaired).max() else { return [] }
    return tally.failures(after: last + 2_000_000)
  }

  /// The recoveries from a kind of harm to the processes of a role.
  private struct Group {
    let harm: ChaosPlan.Harm
    let role: ChaosTarget.Role
    let recoveries: [ChaosTally.Recovery]

    /// Milliseconds in ascending order.
    var times: [Double] { recoveries.compactMap(\.time).map { Double($0) / 1e3 }.sorted() }
    var median: Double? { times.isEmpty ? nil : times[(times.count - 1) / 2] }
    var slowest: Double? { recoveries.compactMap(\.slowest).max().map { Double($0) / 1e3 } }
    var failures: Int { recoveries.count { $0.time == nil } }
    /// Those during which nothing else that the answers need was hurt.
    var alone: Group { Group(harm: harm, role: role, recoveries: recoveries.filter(\.isAlone)) }
    /// The most that a recovery from SIGKILL alone may take, in milliseconds. If another process that the answer needs is hurt meanwhile, the time
    /// says how long that process was hurt.
    var bar: Double? { harm == .kill ? (role == .broker ? 2_000 : 1_000) : nil }
    /// Whether the bar is met, if there is one; `nil` if no recovery was alone.
    var isMet: Bool? {
      guard let bar else { return true }
      guard failures == 0 else { return false }
      return alone.recoveries.isEmpty ? nil : alone.times.allSatisfy { $0 < bar }
    }
  }

  private var groups: [Group] {
    let recoveries = tally.recoveries(from: marks)
    return ChaosPlan.Harm.allCases.flatMap { harm in
      ChaosTarget.Role.allCases.compactMap { role in
        let some = recoveries.filter { $0.harm == harm && $0.role == role }
        return some.isEmpty ? nil : Group(harm: harm, role: role, recoveries: some)
      }
    }
  }

  private var share: Double { tally.cached.requests == 0 ? .nan : Double(tally.cached.right) / Double(tally.cached.requests) }

  var text: String {
    var lines = [
      "Chaos run of \(seconds) s, seed \(seed): " + ChaosPlan.Harm.allCases.map(summary).joined(separator: ", ")
        + ", \(skipped) left out", "",
      "requests: \(tally.requests)", "right: \(tally.right)", "wrong: \(tally.wrong)\(bar(tally.wrong == 0, "bar: 0"))",
      "lost: \(tally.lost)\(bar(tally.lost == 0, "bar: 0"))",
    ]
    for (code, count) in tally.errors.sorted(by: { $0.key < $1.key }) { lines.append("error \(code): \(count)") }
    lines.append(
      "errors of requests sent 2 s after the last repair, with a deadline of 5 s or more: \(unhealed.count)\(bar(unhealed.isEmpty, "bar: 0"))"
    )
    for text in unhealed.prefix(Self.unhealedCount) { lines.append("  \(text)") }
    lines.append("processes that ended by themselves or did not end: \(defects.count)\(bar(defects.isEmpty, "bar: 0"))")
    lines.append(
      "answers from the cache: \(percent(share)) of \(tally.cached.requests)\(bar(share >= Self.cachedShare, "bar: 99.99 %"))")
    lines.append("  (requests without revalidation for what was cached before the run, with a deadline of 5 s or more)")
    for (code, count) in tally.cachedErrors.sorted(by: { $0.key < $1.key }) { lines.append("  not answered: \(code): \(count)") }
    lines.append("longest time without a right answer: \(number(Double(tally.longestGap) / 1e3)) ms")
    for (form, counts) in tally.forms.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      lines.append(
        "\(form.rawValue): \(counts.right) of \(counts.requests) right, the slowest in \(number(Double(counts.slowest) / 1e3)) ms")
    }
    lines += ["", "Recovery in ms: the time to the first right answer that needed the process"]
    lines.append("  broker, search, origin: from the start of the new process, or from SIGCONT")
    lines.append("  cache, fetcher, of which others go on: from the signal, for requests sent after it")
    lines.append("  slowest: of the right answers to requests that were outstanding at the signal")
    lines.append("  alone: no other process that the answer needs was hurt then, or repaired within the 1.5 s before")
    for group in groups {
      let note = group.bar.map { bar(group.isMet, "bar: max < \(number($0))") } ?? ""
      let failures = group.failures > 0 ? ", \(group.failures) without recovery" : ""
      lines.append(
        "\(group.harm.rawValue) \(group.role.rawValue): \(group.recoveries.count) times, median \(number(group.median)), "
          + "max \(number(group.times.last)), slowest \(number(group.slowest))\(failures); alone: "
          + "\(group.alone.recoveries.count) times, median \(number(group.alone.median)), max \(number(group.alone.times.last))\(note)")
    }
    let notes = tally.details + defects
    if !notes.isEmpty { lines += ["", "Defects:"] + notes.map { "  \($0)" } }
    return lines.joined(separator: "\n")
  }

  /// How often something happened, or why not.
  private func summary(of harm: ChaosPlan.Harm) -> String {
    guard harms.contains(harm) else {
      return switch harm {
      case .fullDisk: "no full disk (this process may not mount a small one)"
      case .clockJump: "no clock jumps (libfaketime is not installed)"
      default: "no \(harm.rawValue)"
      }
    }
    return "\(marks.count { $0.step.harm == harm }) × \(harm.rawValue)"
  }

  private func bar(_ isMet: Bool?, _ text: String) -> String { " (\(text)\(isMet.map { $0 ? "" : ", MISSED" } ?? ", not judged"))" }

  private func percent(_ share: Double) -> String { share.isNaN ? "–" : "\((share * 1e6).rounded(.down) / 1e4) %" }

  private func number(_ value: Double?) -> String {
    guard let value else { return "–" }
    return value < 10 ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
  }
}
