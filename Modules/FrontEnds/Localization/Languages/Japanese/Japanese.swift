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
