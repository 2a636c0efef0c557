extension English {
  public func say(_ phrase: StatusPhrase) -> String {
    switch phrase {
    case .noBus: "Nothing answers on this bus."
    case .startIt: "Start everything with: holocron up"
    case .waiting: "asking…"
    case .upFor: "Up for"
    case .requests: "Requests"
    case .listeners: "Listeners"
    case .requestRate: "Requests/s"
    case .fetchRate: "Fetches/s"
    case .service: "Service"
    case .worker: "Worker"
    case .workers: "Workers"
    case .busy: "Busy"
    case .queued: "Queued"
    case .perSecond: "/s"
    case .timing: "Time"
    case .count: "Count"
    case .median: "Median"
    case .p90: "p90"
    case .p99: "p99"
    case .most: "Most"
    case .cache: "Cache"
    case .origin: "Origin"
    case .index: "Index"
    case .slow: "Slow"
    case .hits(let share): "\(share) hits"
    case .entries(let count, let size): "\(number(count)) \(count == 1 ? "entry" : "entries"), \(size)"
    case .notAsked: "not asked yet"
    case .asked(let count, let fetchers):
      "asked \(number(count)) \(count == 1 ? "time" : "times")\(fetchers > 1 ? " by one of \(fetchers) fetchers" : "")"
    case .failed(let count): "\(number(count)) failed"
    case .indexed(let count, let of): of.map { "\(number(count)) of \(number($0)) records" } ?? "\(number(count)) records"
    case .isComplete: "complete"
    case .isFilling: "filling"
    case .missing(let program): "none attached: start one with \(program)"
    case .none: "none"
    case .client: "a client"
    case .held(let count): "\(number(count)) waiting"
    case .dropped(let count): "\(number(count)) dropped"
    }
  }

  private func number(_ count: Int) -> String { figures.integer(count) }
}
