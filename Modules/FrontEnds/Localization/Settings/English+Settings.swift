extension English {
  public func describe(_ mistake: SettingMistake) -> String {
    let source = say(mistake.source)
    let choices = mistake.choices.joined(separator: ", ")
    let (value, first, second) = (mistake.value, mistake.word(0), mistake.word(1))
    return switch mistake.form {
    case .invalidValue: "invalid value '\(value)' for \(source): choose one of \(choices)"
    case .notText: "\(source) must be a string: choose one of \(choices)"
    case .notBoolean: "\(source) must be true or false"
    case .notSection: "\(source) must be an object with these members: \(choices)"
    case .unknownSetting: "unknown setting \(source): choose one of \(choices)"
    case .dottedSetting: "\(source) has no effect; write it as a member of the section '\(value)'"
    case .unreadableFile: "cannot read the configuration file \(source): \(value)"
    case .notJSON: "\(source) is not valid JSON at line \(first), column \(second): \(value)"
    case .repeatedSetting: "\(source) sets '\(value)' a second time at line \(first), column \(second); remove one of the two"
    case .notObject: "\(source) must contain one JSON object"
    case .notKeyObject: "\(source) must be an object of actions and their keys, such as {\"sort\": [\"s\", \"ctrl-s\"]}"
    case .unknownAction: "\(source) is not an action: choose one of \(choices)"
    case .notKeyList: "\(source) must be a key or a list of keys, such as [\"s\", \"ctrl-s\"]"
    case .notKey: "\(source): '\(value)' for \(first) is not a key: use a key such as s, S, ctrl-p, alt-x, f5 or page-down"
    case .unsentKey: "\(source): \(value) for \(first) never arrives, because terminals send \(second): use \(second)"
    case .sharedKey: "\(source): \(value) is bound to both \(first) and \(second): bind it to one of them"
    case .noExitKey: "\(source): neither quit nor palette has a key: bind a key to at least one of them"
    }
  }

  public func say(_ notice: SettingNoticePhrase) -> String {
    switch notice {
    case .ignoredFile(let file, let reason): "\(file) is ignored: \(say(reason))"
    case .ignoredSetting(let source, let allowed):
      "\(say(source)) is ignored: a project file may only set \(allowed.joined(separator: ", "))"
    case .takenKeys(let source, let keys):
      "\(say(source)): \(keys.map { "\($0.action) takes \($0.key) from \($0.loser)" }.joined(separator: ", "))"
    }
  }

  public func say(_ reason: DistrustPhrase) -> String {
    switch reason {
    case .notRegular: "it is not a regular file"
    case .foreignOwner(let owner): "it belongs to \(owner)"
    case .othersCanWrite: "other users can write to it; run chmod go-w on it"
    }
  }
}
