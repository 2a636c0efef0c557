import Models

/// Japanese, with a translation of every phrase.
public struct Japanese: Language {
  public init() {}
  public let code = "ja"
  public let name = "日本語"
  public let plurals = PluralRule.never

  public let figures = NumberFormat(
    grouping: ",", decimal: ".", durations: DurationFormat(second: "秒", minute: "分", hour: "時間", day: "日", gap: ""),
    dates: DateFormat([.year, "年", .month, .day, "日"], months: (1...12).map { "\($0)月" }))

  public func quantity(_ number: String, unit: String, _ plural: Plural) -> String? {
    switch unit {
    case "hours": "\(number)時間"
    case "days": "\(number)日"
    case "weeks": "\(number)週間"
    case "months": "\(number)か月"
    case "years": "\(number)年"
    case "credits": "\(number)クレジット"
    case "percent": "\(number)\(figures.percentSign)"
    case "individuals": "\(number)人"
    case "class": "クラス\(number)"
    case "cm", "m", "km", "km/h", "kg", "MGLT": "\(number) \(unit)"
    case "BBY", "ABY": "\(number) \(unit)"
    case "standard": "標準\(number)"
    case "ft": "\(number)フィート"
    case "lb": "\(number)ポンド"
    case "mi": "\(number)マイル"
    case "mph": "時速\(number)マイル"
    default: nil
    }
  }
}

extension Japanese {
  public var vocabulary: Vocabulary { Self.vocabulary }

  private static let vocabulary = Vocabulary(
    titles: [
      "films": "映画", "people": "人物", "planets": "惑星", "species": "種族", "vehicles": "乗り物", "starships": "宇宙船",
    ],
    singulars: [
      "films": "映画", "people": "人物", "planets": "惑星", "species": "種族", "vehicles": "乗り物", "starships": "宇宙船",
    ],
    labels: [
      "name": "名前", "title": "題名", "created": "作成日", "edited": "更新日",
      "films": "映画", "people": "人物", "planets": "惑星", "species": "種族", "vehicles": "乗り物", "starships": "宇宙船",
      "characters": "登場人物", "residents": "住民", "pilots": "操縦者", "homeworld": "故郷",
      "episode": "エピソード", "releaseDate": "公開日", "director": "監督", "producer": "製作", "openingCrawl": "オープニング",
      "birthYear": "生年", "gender": "性別", "height": "身長", "mass": "体重", "hairColor": "髪", "skinColor": "肌", "eyeColor": "目",
      "population": "人口", "climate": "気候", "terrain": "地形", "surfaceWater": "水面の割合", "diameter": "直径", "gravity": "重力",
      "rotationPeriod": "自転周期", "orbitalPeriod": "公転周期",
      "classification": "分類", "designation": "区分", "language": "言語", "averageLifespan": "平均寿命", "averageHeight": "平均身長",
      "hairColors": "髪", "skinColors": "肌", "eyeColors": "目",
      "model": "型式", "vehicleClass": "種別", "starshipClass": "種別", "manufacturer": "製造元", "costInCredits": "価格",
      "length": "全長", "maxAtmospheringSpeed": "速度", "starships.maxAtmospheringSpeed": "大気圏内速度", "crew": "乗員",
      "passengers": "乗客", "cargoCapacity": "積載量", "consumables": "補給なしの期間", "hyperdriveRating": "ハイパードライブ",
      "mglt": "メガライト",
    ],
    headings: [
      "Film": "映画", "Opening crawl": "オープニング", "Appearing": "登場", "Entry": "記録", "Person": "人物", "Looks": "外見",
      "Piloting": "操縦", "World": "世界", "Body": "天体", "People": "人物", "Species": "種族", "Vehicle": "乗り物",
      "Starship": "宇宙船", "Performance": "性能", "Capacity": "収容力", "Raw fields": "元の項目", "Further fields": "その他の項目",
    ],
    absences: [
      .unknown: "不明", .notApplicable: "該当なし", .none: "なし", .indefinite: "無期限", .empty: "空",
    ],
    words: words, separator: "、")
}

extension Japanese {
  /// Translations of ``CommonWords``.
  static let words: [String: String] = [
    "female": "女性", "hermaphrodite": "両性", "male": "男性",

    "amber": "琥珀色", "auburn": "赤褐色", "black": "黒", "blond": "金髪", "blonde": "金髪", "blue": "青", "blue-gray": "青灰色",
    "brown": "茶色", "brown mottle": "茶色のまだら", "dark": "濃い色", "fair": "色白", "gold": "金", "golden": "金色", "gray": "灰色",
    "green": "緑", "green-tan": "緑褐色", "grey": "灰色", "hazel": "薄茶色", "indigo": "藍色", "light": "明るい色",
    "magenta": "赤紫", "metal": "金属", "mottled green": "緑のまだら", "orange": "橙色", "pale": "青白い", "pale pink": "薄桃色",
    "peach": "桃の色", "pink": "桃色", "purple": "紫", "red": "赤", "silver": "銀", "tan": "小麦色", "white": "白", "yellow": "黄色",

    "arid": "乾燥", "artic": "極地", "artificial temperate": "人工の温帯", "frigid": "寒冷", "frozen": "氷結", "hot": "高温",
    "humid": "多湿", "moist": "湿潤", "murky": "薄暗い", "polluted": "汚染", "rocky": "岩地", "subartic": "亜寒帯",
    "superheated": "灼熱", "temperate": "温帯", "tropical": "熱帯", "windy": "強風",

    "acid pools": "酸の池", "airless asteroid": "空気のない小惑星", "ash": "灰", "barren": "不毛の地", "bogs": "泥沼",
    "canyons": "峡谷", "caves": "洞窟", "cities": "諸都市", "cityscape": "都市", "cliffs": "断崖", "desert": "砂漠",
    "deserts": "砂漠", "fields": "野原", "forests": "森林", "fungus forests": "菌類の森", "gas giant": "巨大ガス惑星",
    "glaciers": "氷河", "grass": "草地", "grasslands": "草原", "grassy hills": "草の丘", "hills": "丘陵", "ice canyons": "氷の峡谷",
    "ice caves": "氷の洞窟", "islands": "島々", "jungle": "密林", "jungles": "密林", "lakes": "湖", "lava rivers": "溶岩の川",
    "mesas": "台地", "mountain": "山", "mountain ranges": "山脈", "mountains": "山地", "ocean": "大洋", "oceans": "大洋",
    "plains": "平原", "plateaus": "高原", "rainforests": "雨林", "reefs": "礁", "rivers": "川", "rock": "岩",
    "rock arches": "岩のアーチ", "rocky canyons": "岩の峡谷", "rocky deserts": "岩の砂漠", "rocky islands": "岩の島",
    "savanna": "サバンナ", "savannahs": "サバンナ", "savannas": "サバンナ", "scrublands": "低木地", "seas": "海",
    "sinkholes": "陥没穴", "swamp": "沼", "swamps": "沼地", "toxic cloudsea": "有毒な雲海", "tundra": "ツンドラ",
    "urban": "市街地", "valleys": "谷", "verdant": "緑豊か", "vines": "つる草", "volcanoes": "火山",

    "amphibian": "両生類", "artificial": "人工", "gastropod": "腹足類", "insectoid": "昆虫型", "mammal": "哺乳類",
    "mammals": "哺乳類", "reptile": "爬虫類", "reptilian": "爬虫類型", "sentient": "知性体",

    "caucasian": "白人系", "asian": "アジア系", "hispanic": "ヒスパニック系",

    "Armed government transport": "武装政府輸送船", "assault ship": "強襲艦", "Assault Starfighter": "強襲戦闘機", "assault starfighter": "強襲戦闘機",
    "capital ship": "主力艦", "corvette": "コルベット", "cruiser": "巡洋艦", "Deep Space Mobile Battlestation": "深宇宙機動要塞", "Diplomatic barge": "外交艇",
    "Droid control ship": "ドロイド管制船", "Escort ship": "護衛艦", "freighter": "貨物船", "landing craft": "揚陸艇", "Light freighter": "軽貨物船",
    "Medium transport": "中型輸送船", "Patrol craft": "哨戒艇", "Space cruiser": "宇宙巡洋艦", "Space Transport": "宇宙輸送船", "Star Cruiser": "スター・クルーザー",
    "Star Destroyer": "スター・デストロイヤー", "star destroyer": "スター・デストロイヤー", "Star dreadnought": "スター・ドレッドノート", "Starfighter": "宇宙戦闘機",
    "starfighter": "宇宙戦闘機", "transport": "輸送船", "yacht": "ヨット",

    "air speeder": "エアスピーダー", "airspeeder": "エアスピーダー", "assault walker": "強襲ウォーカー", "droid starfighter": "ドロイド戦闘機",
    "droid tank": "ドロイド戦車", "fire suppression ship": "消火艇", "gunship": "ガンシップ", "repulsorcraft": "リパルサークラフト",
    "repulsorcraft cargo skiff": "リパルサー貨物艇", "sail barge": "帆走艇", "space/planetary bomber": "宇宙・惑星爆撃機", "speeder": "スピーダー",
    "submarine": "潜水艇", "walker": "ウォーカー", "wheeled": "車輪式", "wheeled walker": "車輪式ウォーカー",
  ]
}

extension Japanese {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "検索"
    case .status: "状態"
    case .mouseIsOn: "マウス オン"
    case .mouseIsOff: "マウス オフ：端末で文字を選択できます"
    case .notLoadedYet: "まだ読み込まれていません"
    case .noWebPage: "この提供元にはウェブページがありません"
    case .copied(let text): "\(text) をコピーしました"
    case .copiedAsJSON(let name): "\(name) をJSONでコピーしました"
    case .copiedToFile(let path): "\(path) にコピーしました"
    case .cannotCopy(let path, let reason): "\(path) にコピーできません: \(reason)"
    case .cannotOpenBrowser(let url): "ウェブブラウザが見つかりません: \(url)"
    case .connecting: "接続中…"
    case .noBus: "バスなし"
    case .offline: "オフライン"
    case .busLost: "バスとの接続が切れました。キャッシュを表示中、再接続中…"
    case .busBack: "バスに再接続しました"
    case .workers(let count): count == 0 ? "ワーカーなし" : "ワーカー\(count)"
    case .noCache: "キャッシュなし"
    case .noFetcher: "フェッチャーなし"
    case .fresh(let seconds): seconds < 60 ? "最新" : "\(figures.age(seconds))前"
    case .stale(let seconds): seconds < 60 ? "古い" : "古い \(figures.age(seconds))前"
    case .tooSmall(let columns, let rows): "\(columns)×\(rows) 必要です"
    case .size(let columns, let rows): "現在 \(columns)×\(rows)"
    }
  }
}

extension Japanese {
  public func say(_ phrase: RecordPhrase) -> String {
    switch phrase {
    case .loading: "読み込み中…"
    case .part(let here, let all): "\(figures.integer(all))件中\(figures.integer(here))件"
    case .ordered(let field): "\(field)順"
    case .emptyList: "記録がありません。"
    case .noMatch(let text): "「\(text)」に一致するものはありません。"
    case .notLoaded(let reason): "読み込めませんでした：\(reason)"
    case .restNotLoaded(let count, let reason): "残り\(figures.integer(count))件を読み込めませんでした：\(reason)"
    case .retry(let key): "\(key) でもう一度試す"
    case .notReloaded(let reason): "更新できませんでした：\(reason)"
    case .changed(let name): "\(name) が変更されました"
    case .unchanged: "変更はありません"
    case .reloading: "提供元から再読込中…"
    case .notFound: "見つかりません"
    case .old(let seconds): "\(figures.age(seconds))前"
    case .stale: "古い情報"
    case .comparison: "比較"
    case .differences(let count, let all): "\(figures.integer(all))行中\(figures.integer(count))行が異なる"
    case .moreBefore(let count): "‹ あと\(figures.integer(count))件"
    case .moreAfter(let count): "あと\(figures.integer(count))件 ›"
    }
  }
}

extension Japanese {
  public func say(_ phrase: FindingPhrase) -> String {
    switch phrase {
    case .searchPrompt: "名前、言葉、または kind:people mass>100"
    case .searching: "検索中…"
    case .found(let count): "\(figures.integer(count))件"
    case .best(let shown, let count): "\(figures.integer(count))件中\(figures.integer(shown))件"
    case .noResults(let text): "「\(text)」の結果はありません"
    case .corrected(let text): "「\(text)」の結果"
    case .coverage(let known, let all?): "\(figures.integer(all))件中\(figures.integer(known))件を索引済み"
    case .coverage(let known, nil): "\(figures.integer(known))件を索引済み"
    case .askedOrigin: "提供元でも検索しました"
    case .indexNotSaved: "索引は未保存"
    case .indexFull: "索引は満杯"
    case .suggestions: "おすすめ"
    case .recentSearches: "最近の検索"
    case .noRecentSearches: "最近の検索はありません"
    case .noSearchWorker(let command): "検索なし: \(command) を起動"
    case .namesOnly(let count): "名前のみ、読み込み済み\(figures.integer(count))件"
    case .nothingLoaded: "まだ何も読み込まれていません"
    case .palette: "コマンド"
    case .chooseTheme: "テーマ"
    case .chooseLanguage: "言語"
    case .sort(let title): "\(title)の並べ替え"
    case .compareWith(let name): "\(name)と比べる相手"
    case .pathFrom(let name): "\(name)からの経路"
    case .pickerPrompt: "入力で絞り込み"
    case .theme("dark"): "ダーク"
    case .theme("light"): "ライト"
    case .theme("high-contrast"): "ハイコントラスト"
    case .theme("none"): "色なし"
    case .theme(let name): name
    case .path: "経路"
    case .findingPath: "経路を探しています…"
    case .sameRecord: "どちらも同じ記録です"
    case .steps(let count): "\(figures.integer(count))ステップ"
    case .noPath(let from, let to): "\(from)から\(to)への経路は見つかっていません"
    case .onlyFilmsCrawl: "オープニングがあるのは映画だけです"
    case .ownCrawl: "映画の本文ではなく独自の要約です"
    case .compareLimit(let count): "比較できるのは\(figures.integer(count))件までです"
    case .pause: "一時停止"
    case .resume: "再開"
    case .close: "閉じる"
    case .help: "ヘルプ"
    case .onThisPage: "このページ"
    case .navigation: "移動"
    case .everywhere: "どこでも"
    }
  }
}

extension Japanese {
  public func say(_ phrase: StatusPhrase) -> String {
    switch phrase {
    case .noBus: "バスが応答しません"
    case .startHint(let command): "すべてを起動: \(command)"
    case .loading: "読み込み中…"
    case .uptime: "稼働時間"
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
    case .recentP99: "直近の p99"
    case .max: "最大"
    case .cache: "キャッシュ"
    case .origin: "提供元"
    case .index: "索引"
    case .slowConsumers: "遅い受信者"
    case .services: "サービス"
    case .originServers: "提供元のサーバー"
    case .processes: "プロセス"
    case .hits(let share): "ヒット率 \(share)"
    case .entries(let count, let size): "\(number(count))件、\(size)"
    case .noRequests: "リクエストなし"
    case .fetches(let count): count == 0 ? "リクエストなし" : "リクエスト\(number(count))件"
    case .failed(let count): "失敗\(number(count))回"
    case .indexed(let count, let of): of.map { "\(number($0))件中\(number(count))件" } ?? "\(number(count))件"
    case .complete: "完全"
    case .indexing: "索引作成中"
    case .noWorker(let program): "未接続: \(program) で起動"
    case .none: "なし"
    case .unnamedPeer(let service): service.map { "\($0)のワーカー" } ?? "名前のないクライアント"
    case .queuedMessages(let count): "待機\(number(count))件"
    case .droppedMessages(let count): "破棄\(number(count))件"
    }
  }

  private func number(_ count: Int) -> String { figures.integer(count) }
}

extension Japanese {
  public func say(_ phrase: PlainPhrase) -> String {
    switch phrase {
    case .help:
      """
      people: 一覧（films、planets、species、vehicles、starships も）
      show NAME: 名前か people/1 で記録を表示
      3: 3番の記録を開く
      search WORDS: すべての記録を検索
      path NAME to NAME: 二つの記録をつなぐ経路を探す
      favourites: お気に入りの一覧
      favourite NAME: お気に入りに追加、または削除
      more: 一覧の続き
      back: 前の場所へ戻る
      status: バスの状態
      quit: 終了
      """
    case .unknownNumber(let number): "\(number)番の記録はありません"
    case .unknownCommand(let line): "「\(line)」というコマンドはありません。help と入力してください"
    case .lineTooLong(let length): "1行は \(figures.integer(length)) バイトまでです"
    case .more(let count): "残り\(count)行: more と入力"
    case .noMore: "一覧の終わりです"
    case .noPreviousPage: "前の場所はありません"
    }
  }
}

extension Japanese {
  public func say(_ phrase: ActionPhrase) -> String {
    switch phrase {
    case .up: "上へ"
    case .down: "下へ"
    case .left: "左へ"
    case .right: "右へ"
    case .pageUp: "前の画面"
    case .pageDown: "次の画面"
    case .first: "先頭へ"
    case .last: "末尾へ"
    case .open: "開く"
    case .cancel: "閉じる"
    case .back: "戻る"
    case .forward: "進む"
    case .nextTab: "次のタブ"
    case .previousTab: "前のタブ"
    case .tab(let number): "タブ \(number)"
    case .search: "検索"
    case .filter: "絞り込み"
    case .forget: "検索を削除"
    case .sort: "並べ替え"
    case .reverse: "逆順"
    case .reload: "再読込"
    case .copy: "コピー"
    case .copyRecord: "JSONでコピー"
    case .openOrigin: "ブラウザで開く"
    case .crawl: "オープニング"
    case .mark: "印を付ける"
    case .clearMarks: "印を消す"
    case .favourite: "お気に入り"
    case .alternative: "次の経路"
    case .differences: "異なる行のみ"
    case .restart: "再起動"
    case .selectProcess: "選択"
    case .showLog: "ログ"
    case .compare: "比較"
    case .path: "経路"
    case .zoom: "拡大"
    case .theme: "テーマ"
    case .language: "言語"
    case .units: "単位"
    case .mouse: "マウス切替"
    case .random: "ランダム"
    case .palette: "コマンド"
    case .help: "ヘルプ"
    case .suspend: "中断"
    case .quit: "終了"
    }
  }
}
