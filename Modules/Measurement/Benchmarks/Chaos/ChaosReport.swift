/// The report of a chaos run.
struct ChaosReport {
  let seed: UInt64
  let seconds: Int
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

  /// A line for each kind of harm to the processes of a role.
  private var recoveries: [String] {
    let all = tally.recoveries(from: marks)
    return ChaosPlan.Harm.allCases.flatMap { harm in
      ChaosTarget.Role.allCases.compactMap { role in
        let some = all.filter { $0.harm == harm && $0.role == role }
        guard !some.isEmpty else { return nil }
        let times = some.compactMap(\.time).map { Double($0) / 1e3 }.sorted()
        let failures = times.count < some.count ? ", \(some.count - times.count) without recovery" : ""
        // The most that a recovery from SIGKILL may take.
        let limit = role == .broker ? 2_000.0 : 1_000
        let isMet = times.count == some.count && times.allSatisfy { $0 < limit }
        let (median, longest) = (Series.median(of: times).figure, (times.last ?? .nan).figure)
        return "\(harm.rawValue) \(role.rawValue): \(some.count) times, median \(median), max \(longest)\(failures)"
          + (harm == .kill ? bar(isMet, "max < \(Int(limit))") : "")
      }
    }
  }

  private var share: Double { tally.cached.requests == 0 ? .nan : Double(tally.cached.right) / Double(tally.cached.requests) }

  var text: String {
    let counts = ChaosPlan.Harm.allCases.map { harm in "\(marks.count { $0.step.harm == harm }) × \(harm.rawValue)" }
    var lines = [
      "Chaos run of \(seconds) s, seed \(seed): " + counts.joined(separator: ", ") + ", \(skipped) left out",
      "", "requests: \(tally.requests)", "right: \(tally.right)", "wrong: \(tally.wrong)\(bar(tally.wrong == 0, "0"))",
      "lost: \(tally.lost)\(bar(tally.lost == 0, "0"))",
    ]
    lines += tally.errors.sorted { $0.key < $1.key }.map { "error \($0.key): \($0.value)" }
    lines.append(
      "errors of requests sent 2 s after the last repair, with a deadline of 5 s or more: \(unhealed.count)\(bar(unhealed.isEmpty, "0"))")
    lines += unhealed.prefix(Self.unhealedCount).map { "  \($0)" }
    lines.append("processes that ended by themselves or did not end: \(defects.count)\(bar(defects.isEmpty, "0"))")
    let percent = share.isNaN ? "–" : "\((share * 1e6).rounded(.down) / 1e4) %"
    lines.append("answers from the cache: \(percent) of \(tally.cached.requests)\(bar(share >= Self.cachedShare, "99.99 %"))")
    lines.append("  (requests without revalidation for what was cached before the run, with a deadline of 5 s or more)")
    lines += tally.cachedErrors.sorted { $0.key < $1.key }.map { "  not answered: \($0.key): \($0.value)" }
    lines.append("longest time without a right answer: \((Double(tally.longestGap) / 1e3).figure) ms")
    for (form, counts) in tally.forms.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      lines.append(
        "\(form.rawValue): \(counts.right) of \(counts.requests) right, the slowest in \((Double(counts.slowest) / 1e3).figure) ms")
    }
    lines += ["", "Recovery in ms: the time to the first right answer that needed the process, while nothing else that it needs was hurt"]
    lines.append("  broker, search, origin: from the start of the new process, or from SIGCONT")
    lines.append("  cache, fetcher, of which others go on: from the signal, for requests sent after it")
    lines += recoveries
    let notes = tally.details + defects
    if !notes.isEmpty { lines += ["", "Defects:"] + notes.map { "  \($0)" } }
    return lines.joined(separator: "\n")
  }

  private func bar(_ isMet: Bool, _ text: String) -> String { " (bar: \(text)\(isMet ? "" : ", MISSED"))" }
}
