extension Japanese {
  public func say(_ phrase: NoticePhrase) -> String {
    switch phrase {
    case .marked(let count): "\(figures.integer(count))件に印"
    case .marksRemoved: "印を消しました"
    case .tooManyMarked(let count, let limit): "\(figures.integer(count))件に印、比較できるのは\(figures.integer(limit))件までです"
    case .noEffect(let name): "「\(name)」はここでは使えません"
    case .unknownKey(let key): "\(key) に操作はありません"
    case .searchFailed(let reason): "検索できませんでした：\(reason)"
    case .embedded: "内蔵カタログ"
    case .embeddedStatus: "内蔵カタログを表示しています。バスは使いません。"
    case .originFails: "取得元に障害"
    }
  }
}
