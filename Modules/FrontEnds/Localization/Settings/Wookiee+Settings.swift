extension Wookiee {
  public func describe(_ mistake: SettingMistake) -> String {
    let source = say(mistake.source)
    let choices = mistake.choices.joined(separator: ", ")
    let (value, first, second) = (mistake.value, mistake.word(0), mistake.word(1))
    return switch mistake.form {
    case .invalidValue: "rrawr hrahroorr '\(value)' \(source): \(choices)"
    case .notText: "hrahroorr wuh \(source): \(choices)"
    case .notBoolean: "\(source): true, false"
    case .notSection: "ahuma wuh \(source): \(choices)"
    case .unknownSetting: "ahuma \(source): \(choices)"
    case .dottedSetting: "aarrh \(source); huwaa '\(value)'"
    case .unreadableFile: "aarrh hrrm \(source): \(value)"
    case .notJSON: "rrawr JSON \(source) \(first):\(second): \(value)"
    case .repeatedSetting: "grrf '\(value)' \(source) \(first):\(second)"
    case .notObject: "muawa wuh JSON \(source)"
    case .notKeyObject: "rrawr \(source): {\"sort\": [\"s\", \"ctrl-s\"]}"
    case .unknownAction: "ahuma rrgh \(source): \(choices)"
    case .notKeyList: "rrawr \(source): [\"s\", \"ctrl-s\"]"
    case .notKey: "\(source): rrawr '\(value)' (\(first)); s, S, ctrl-p, alt-x, f5, page-down"
    case .unsentKey: "\(source): aarrh \(value) (\(first)); huwaa \(second)"
    case .sharedKey: "\(source): \(value) grrf \(first), \(second)"
    case .noExitKey: "\(source): muawa quit, palette"
    }
  }

  public func say(_ notice: SettingNoticePhrase) -> String {
    switch notice {
    case .ignoredFile(let file, let reason): "aarrh \(file): \(say(reason))"
    case .ignoredSetting(let source, let allowed):
      "aarrh \(say(source)): \(allowed.joined(separator: ", "))"
    case .takenKeys(let source, let keys):
      "\(say(source)): \(keys.map { "\($0.action) raaah \($0.key) (\($0.loser))" }.joined(separator: ", "))"
    }
  }

  public func say(_ reason: DistrustPhrase) -> String {
    switch reason {
    case .notRegular: "rrawr wuh"
    case .foreignOwner(let owner): "rrgh \(owner)"
    case .othersCanWrite: "raaah rrgh; chmod go-w"
    }
  }
}
