extension English {
  public func say(_ phrase: StatusPhrase) -> String {
    switch phrase {
    case .noBus: "The bus is not responding."
    case .startHint: "Start everything with: holocron up"
    case .loading: "loading…"
    case .uptime: "Uptime"
    case .requests: "Requests"
    case .subscriptions: "Subscriptions"
    case .requestRate: "Requests/s"
    case .fetchRate: "Fetches/s"
    case .service: "Service"
    case .worker: "Worker"
    case .workers: "Workers"
    case .busy: "Busy"
    case .queued: "Queued"
    case .perSecond: "/s"
    case .timing: "Latency"
    case .count: "Count"
    case .median: "Median"
    case .p90: "p90"
    case .p99: "p99"
    case .max: "Max"
    case .cache: "Cache"
    case .origin: "Origin"
    case .index: "Index"
    case .slowConsumers: "Slow consumers"
    case .hits(let share): "\(share) hits"
    case .entries(let count, let size): "\(number(count)) \(count == 1 ? "entry" : "entries"), \(size)"
    case .noRequests: "no requests yet"
    case .fetches(let count, let fetchers):
      (count == 0 ? "no requests yet" : counted(count, "request", "requests"))
        + (fetchers > 1 ? " (1 of \(fetchers) fetchers reporting)" : "")
    case .failed(let count): "\(number(count)) failed"
    case .indexed(let count, let of): of.map { "\(number(count)) of \(number($0)) records" } ?? "\(number(count)) records"
    case .complete: "complete"
    case .indexing: "indexing"
    case .noWorker(let program): "none attached; run \(program)"
    case .none: "none"
    case .client: "a client"
    case .queuedMessages(let count): "\(number(count)) queued"
    case .droppedMessages(let count): "\(number(count)) dropped"
    }
  }

  private func number(_ count: Int) -> String { figures.integer(count) }
}
