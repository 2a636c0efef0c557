extension Japanese {
  public func say(_ phrase: RecordPhrase) -> String {
    switch phrase {
    case .loading: "読み込み中…"
    case .part(let here, let all): "\(figures.integer(all)) 件中 \(figures.integer(here)) 件"
    case .ordered(let field): "\(field)順"
    case .emptyList: "ここには何もありません。"
    case .noMatch(let text): "「\(text)」という名前のものはここにありません。"
    case .notLoaded(let reason): "読み込めませんでした：\(reason)"
    case .restNotLoaded(let count, let reason): "残り \(figures.integer(count)) 件を読み込めませんでした：\(reason)"
    case .retry(let key): "\(key) でもう一度試す"
    case .notReloaded(let reason): "更新できませんでした：\(reason)"
    case .reloading: "配信元に問い合わせ中…"
    case .notFound: "見つかりません"
    case .old(let seconds): "\(figures.age(seconds))前"
    case .stale: "古い情報"
    case .comparison: "比較"
    case .differences(let count, let all): "\(figures.integer(all)) 行中 \(figures.integer(count)) 行が異なる"
    case .moreBefore(let count): "‹ あと \(figures.integer(count)) 件"
    case .moreAfter(let count): "あと \(figures.integer(count)) 件 ›"
    }
  }
}
