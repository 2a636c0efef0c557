extension Wookiee {
  public func say(_ phrase: StatusPhrase) -> String {
    switch phrase {
    case .noBus: "Aarrh hrooo. RRAAWR!"
    case .startHint: "Hwaaarg: holocron up"
    case .loading: "hrrm…"
    case .uptime: "Wuuh"
    case .requests: "Hraaw"
    case .subscriptions: "Uurh"
    case .requestRate: "Hraaw/s"
    case .fetchRate: "Grroo/s"
    case .service: "Rrooarr"
    case .worker: "Rrgh"
    case .workers: "Rrgh"
    case .busy: "Grraa"
    case .queued: "Hoorr"
    case .perSecond: "/s"
    case .timing: "Hrrm"
    case .count: "Wurr"
    case .median: "Mrrh"
    case .p90: "p90"
    case .p99: "p99"
    case .max: "RRAWR"
    case .cache: "Kaaarsh"
    case .origin: "Orrgh"
    case .index: "Irrndh"
    case .slowConsumers: "Sloorr"
    case .hits(let share): "\(share) wuuh"
    case .entries(let count, let size): "\(number(count)) rroo, \(size)"
    case .noRequests: "aarrh hrrm"
    case .fetches(let count, let fetchers):
      "hraaw \(number(count))\(fetchers > 1 ? " (1/\(fetchers))" : "")"
    case .failed(let count): "\(number(count)) RRAAWR"
    case .indexed(let count, let of): of.map { "\(number(count))/\(number($0)) rroo" } ?? "\(number(count)) rroo"
    case .complete: "wuuuh"
    case .indexing: "hroorr"
    case .noWorker(let program): "aarrh: \(program)"
    case .none: "aarrh"
    case .client: "hraawr"
    case .queuedMessages(let count): "\(number(count)) hoorr"
    case .droppedMessages(let count): "\(number(count)) rraa"
    }
  }

  private func number(_ count: Int) -> String { figures.integer(count) }
}
