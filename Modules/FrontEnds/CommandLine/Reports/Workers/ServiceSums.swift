import OrderedJSON

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
