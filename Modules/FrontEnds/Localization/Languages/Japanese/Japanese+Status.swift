extension Japanese {
  public func say(_ phrase: StatusPhrase) -> String {
    switch phrase {
    case .noBus: "このバスでは誰も応答しません。"
    case .startHint: "すべてを起動: holocron up"
    case .loading: "問い合わせ中…"
    case .uptime: "稼働時間"
    case .requests: "リクエスト"
    case .subscriptions: "リスナー"
    case .requestRate: "リクエスト/秒"
    case .fetchRate: "取得/秒"
    case .service: "サービス"
    case .worker: "ワーカー"
    case .workers: "ワーカー"
    case .busy: "処理中"
    case .queued: "待機"
    case .perSecond: "/秒"
    case .timing: "所要時間"
    case .count: "回数"
    case .median: "中央値"
    case .p90: "p90"
    case .p99: "p99"
    case .max: "最大"
    case .cache: "キャッシュ"
    case .origin: "オリジン"
    case .index: "索引"
    case .slowConsumers: "遅い受信者"
    case .hits(let share): "ヒット率 \(share)"
    case .entries(let count, let size): "\(number(count))件、\(size)"
    case .noRequests: "まだ問い合わせなし"
    case .fetches(let count, let fetchers):
      "\(number(count))回問い合わせ\(fetchers > 1 ? "（フェッチャー\(fetchers)個のうち1個）" : "")"
    case .failed(let count): "失敗\(number(count))回"
    case .indexed(let count, let of): of.map { "\(number($0))件中\(number(count))件" } ?? "\(number(count))件"
    case .complete: "完全"
    case .indexing: "収集中"
    case .noWorker(let program): "未接続: \(program) で起動"
    case .none: "なし"
    case .client: "クライアント"
    case .queuedMessages(let count): "待機\(number(count))件"
    case .droppedMessages(let count): "破棄\(number(count))件"
    }
  }

  private func number(_ count: Int) -> String { figures.integer(count) }
}
