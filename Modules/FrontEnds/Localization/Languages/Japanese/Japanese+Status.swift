extension Japanese {
  public func say(_ phrase: StatusPhrase) -> String {
    switch phrase {
    case .noBus: "このバスでは誰も応答しません。"
    case .startIt: "すべてを起動: holocron up"
    case .waiting: "問い合わせ中…"
    case .upFor: "稼働時間"
    case .requests: "リクエスト"
    case .listeners: "リスナー"
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
    case .most: "最大"
    case .cache: "キャッシュ"
    case .origin: "オリジン"
    case .index: "索引"
    case .slow: "遅い受信者"
    case .hits(let share): "ヒット率 \(share)"
    case .entries(let count, let size): "\(number(count))件、\(size)"
    case .notAsked: "まだ問い合わせなし"
    case .asked(let count, let fetchers):
      "\(number(count))回問い合わせ\(fetchers > 1 ? "（フェッチャー\(fetchers)個のうち1個）" : "")"
    case .failed(let count): "失敗\(number(count))回"
    case .indexed(let count, let of): of.map { "\(number($0))件中\(number(count))件" } ?? "\(number(count))件"
    case .isComplete: "完全"
    case .isFilling: "収集中"
    case .missing(let program): "未接続: \(program) で起動"
    case .none: "なし"
    case .client: "クライアント"
    case .held(let count): "待機\(number(count))件"
    case .dropped(let count): "破棄\(number(count))件"
    }
  }

  private func number(_ count: Int) -> String { figures.integer(count) }
}
