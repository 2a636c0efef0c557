import Contracts
import Localization
import OrderedJSON
import Presentation
import Text

/// The activity of one service between two samples.
struct ServiceActivity: Sendable {
  /// The service in the broker's statistics.
  private let brokerRow: JSON
  private let before: [JSON]
  private let after: [JSON]
  private let seconds: Double

  init(_ row: JSON, before: [JSON], after: [JSON], seconds: Double) {
    brokerRow = row
    self.before = before
    self.after = after
    self.seconds = seconds
  }

  var name: String { brokerRow["name"]?.string ?? "?" }

  /// Returns the sum of a counter over all workers since their start.
  private func total(_ counter: String) -> Double { after.reduce(0) { $0 + ($1["counters"]?[counter]?.double ?? 0) } }

  /// Returns the increase of a counter between the samples; `nil` if no worker is in both.
  func increase(of counter: String) -> Double? {
    var sum: Double?
    for worker in after {
      guard let earlier = before.first(where: { StatsRequest.process(of: $0) == StatsRequest.process(of: worker) }) else { continue }
      let increase = (worker["counters"]?[counter]?.double ?? 0) - (earlier["counters"]?[counter]?.double ?? 0)
      // A negative increase means that a new process of an older version, without an instance, has the same ID and counts from 0.
      sum = (sum ?? 0) + max(0, increase)
    }
    return sum
  }

  var hitRatio: Double? { CacheHits { total($0) }?.ratio }

  /// The hit ratio between the samples.
  var recentHitRatio: Double? { CacheHits { increase(of: $0) }?.ratio }

  /// The sums over the workers; `nil` if none replied.
  var json: JSON? {
    guard var object = ServiceSums.statistics(of: after)?.object else { return nil }
    object["answered"] = .number(after.count)
    object["rates"] = .object(
      JSON.Object(
        (object["counters"]?.object?.names ?? []).map { name in
          (name, increase(of: name).map { .number(($0 / seconds).tenths) } ?? .null)
        }))
    return .object(object)
  }

  private func slowest(_ timer: String, _ percentile: String) -> Double? {
    after.compactMap { $0["timers"]?[timer]?[percentile]?.double }.max()
  }

  /// Whether all workers report the last seconds.
  var isRecent: Bool { after.compactMap { $0["timers"]?["answer"] }.allSatisfy { $0["recent"] != nil } }

  private var recentP99: Double? { after.compactMap { $0["timers"]?["answer"]?["recent"]?["p99"]?.double }.max() }

  /// Returns the table row: service, workers, busy, queued, rate, median, and the 99th percentile, of the last seconds if `isRecent`.
  func row(isRecent: Bool) -> [StyledText] {
    func text(_ time: Double?) -> StyledText { time.map { StyledText(Figures.milliseconds($0)) } ?? StyledText("—", .muted) }
    return brokerRow.serviceCells + [
      increase(of: "requests").map { StyledText(Figures.rate($0 / seconds)) } ?? StyledText("—", .muted),
      text(slowest("answer", "p50")), text(isRecent ? recentP99 : slowest("answer", "p99")),
    ]
  }
}

/// The statistics of a service, summed over its workers.
///
/// Counters are added. Of gauges, those of a process are added; the others describe what the workers share, such as their store, and each
/// worker reports the whole. Percentiles are those of the slowest worker, and `recent` has the longest interval.
enum ServiceSums {
  /// The gauges that each worker has for itself.
  private static let ownGauges: Set<String> = ["requests.inFlight", "memory.entries", "memory.bytes"]

  /// The members that tell workers apart.
  private static let identity = ["pid", "instance"]

  /// Returns the sums in the form of one worker's statistics, without a process ID and an instance if there are several workers; `nil` if there
  /// are none.
  static func statistics(of workers: [JSON]) -> JSON? {
    guard workers.count > 1, var sums = workers[0].object else { return workers.first }
    for name in identity { sums[name] = nil }
    // What only some workers report, such as a warning, concerns the service.
    for worker in workers.dropFirst() {
      for member in worker.object ?? [:] where !identity.contains(member.name) && sums[member.name] == nil {
        sums[member.name] = member.value
      }
    }
    sums["counters"] = group("counters", of: workers) { _, values in values.reduce(0, +) }
    sums["gauges"] = group("gauges", of: workers) { name, values in
      ownGauges.contains(name) ? values.reduce(0, +) : values.max() ?? 0
    }
    let timers = names(in: workers.compactMap { $0["timers"] })
    if !timers.isEmpty {
      sums["timers"] = .object(JSON.Object(timers.map { name in (name, timer(workers.compactMap { $0["timers"]?[name] })) }))
    }
    return .object(sums)
  }

  /// Returns the sum of the counts and the maximum of each other member.
  static func timer(_ workers: [JSON]) -> JSON {
    func summed(_ parts: [JSON]) -> JSON {
      members(of: parts) { name, values in name == "count" ? values.reduce(0, +) : values.max() ?? 0 }
    }
    var timer = summed(workers).object ?? [:]
    let recent = workers.compactMap { $0["recent"] }
    if !recent.isEmpty { timer["recent"] = summed(recent) }
    return .object(timer)
  }

  private static func group(_ name: String, of workers: [JSON], _ combine: (String, [Double]) -> Double) -> JSON? {
    let groups = workers.compactMap { $0[name] }
    return groups.isEmpty ? nil : members(of: groups, combine)
  }

  private static func members(of objects: [JSON], _ combine: (String, [Double]) -> Double) -> JSON {
    .object(JSON.Object(names(in: objects).map { name in (name, .number(combine(name, objects.compactMap { $0[name]?.double }))) }))
  }

  /// Returns the names of all members, in the order of their first occurrence.
  private static func names(in objects: [JSON]) -> [String] {
    var seen: Set<String> = []
    return objects.flatMap { $0.object?.names ?? [] }.filter { seen.insert($0).inserted }
  }
}
