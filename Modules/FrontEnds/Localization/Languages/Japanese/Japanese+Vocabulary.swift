import Models

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
