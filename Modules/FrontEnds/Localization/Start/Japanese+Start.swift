extension Japanese {
  public func say(_ phrase: StartPhrase) -> String {
    switch phrase {
    case .favourites: "お気に入り"
    case .noFavourites(let key): "お気に入りはまだありません。" + (key.map { "\($0) でレコードを追加できます。" } ?? "")
    case .favouriteAdded(let name): "\(name)をお気に入りに追加しました"
    case .favouriteRemoved(let name): "\(name)をお気に入りから外しました"
    case .added: "追加日"
    case .name: "名前"
    case .kind: "種類"
    case .catalogue: "カタログ"
    case .lastSearch: "前回の検索"
    case .allResults(let count): "\(figures.integer(count))件すべてを表示"
    case .lineOfTheDay(let day): line(of: day, in: Self.lines)
    }
  }

  private static let lines = [
    "二つの太陽: homeworld:tatooine を検索。",
    "背の高い人々: height>200 で絞り込み。",
    "つながりを見る: 二つの記録の経路を探す。",
    "数字が小さいほど速い: ハイパードライブ順に。",
    "武装した月もある: 宇宙船を長さで並べ替え。",
    "陸のない惑星もある: surfaceWater:100 を検索。",
    "長い命、長い物語: 種族を寿命で並べ替え。",
    "三つ並べると違いが分かる: 印を付けて比較。",
    "六つの映画、一つの銀河: オープニングを読む。",
    "迷ったらランダムなレコードを。",
  ]
}
