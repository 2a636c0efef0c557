extension Japanese {
  public func describe(_ mistake: SettingMistake) -> String {
    let source = say(mistake.source)
    let choices = mistake.choices.joined(separator: ", ")
    let (value, first, second) = (mistake.value, mistake.word(0), mistake.word(1))
    return switch mistake.form {
    case .invalidValue: "\(source) の値「\(value)」は正しくありません。指定できる値: \(choices)"
    case .notText: "\(source) は文字列でなければなりません。指定できる値: \(choices)"
    case .notBoolean: "\(source) は true か false でなければなりません"
    case .notSection: "\(source) は次の設定を持つオブジェクトでなければなりません: \(choices)"
    case .unknownSetting: "不明な設定: \(source)。使える設定: \(choices)"
    case .dottedSetting: "\(source) は無効です。セクション「\(value)」の中に書いてください"
    case .unreadableFile: "設定ファイル \(source) を読めません: \(value)"
    case .notJSON: "\(source) の\(first)行目、\(second)列目が正しい JSON ではありません: \(value)"
    case .repeatedSetting: "\(source) の\(first)行目、\(second)列目で「\(value)」が再び設定されています。どちらかを削除してください"
    case .notObject: "\(source) には JSON オブジェクトが1つ必要です"
    case .notKeyObject: "\(source) は操作とキーのオブジェクトでなければなりません。例: {\"sort\": [\"s\", \"ctrl-s\"]}"
    case .unknownAction: "\(source) は操作ではありません。使える操作: \(choices)"
    case .notKeyList: "\(source) はキーかキーのリストでなければなりません。例: [\"s\", \"ctrl-s\"]"
    case .notKey: "\(source): \(first) の「\(value)」はキーではありません。s、S、ctrl-p、alt-x、f5、page-down のようなキーを使ってください"
    case .unsentKey: "\(source): \(first) の \(value) は届きません。端末が \(second) を送るためです。\(second) を使ってください"
    case .sharedKey: "\(source): \(value) が \(first) と \(second) の両方に割り当てられています。どちらか一方にしてください"
    case .noExitKey: "\(source): quit にも palette にもキーがありません。少なくとも一方にキーを割り当ててください"
    }
  }

  public func say(_ notice: SettingNoticePhrase) -> String {
    switch notice {
    case .ignoredFile(let file, let reason): "\(file) は読み込まれません: \(say(reason))"
    case .ignoredSetting(let source, let allowed):
      "\(say(source)) は無効です。プロジェクトのファイルで設定できるのは \(allowed.joined(separator: ", ")) だけです"
    case .takenKeys(let source, let keys):
      "\(say(source)): \(keys.map { "\($0.action) が \($0.loser) の \($0.key) を使います" }.joined(separator: ", "))"
    }
  }

  public func say(_ reason: DistrustPhrase) -> String {
    switch reason {
    case .notRegular: "通常のファイルではありません"
    case .foreignOwner(let owner): "所有者は \(owner) です"
    case .othersCanWrite: "ほかのユーザーが書き込めます。chmod go-w で直せます"
    }
  }
}
