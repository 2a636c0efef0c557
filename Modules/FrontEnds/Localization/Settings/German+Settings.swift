extension German {
  public func describe(_ mistake: SettingMistake) -> String {
    let source = say(mistake.source)
    let choices = mistake.choices.joined(separator: ", ")
    let (value, first, second) = (mistake.value, mistake.word(0), mistake.word(1))
    return switch mistake.form {
    case .invalidValue: "ungültiger Wert „\(value)“ für \(source); möglich: \(choices)"
    case .notText: "\(source) muss ein Text sein; möglich: \(choices)"
    case .notBoolean: "\(source) muss true oder false sein"
    case .notSection: "\(source) muss ein Objekt mit diesen Einstellungen sein: \(choices)"
    case .unknownSetting: "unbekannte Einstellung \(source); möglich: \(choices)"
    case .dottedSetting: "\(source) hat keine Wirkung; die Einstellung gehört in den Abschnitt „\(value)“"
    case .unreadableFile: "die Konfigurationsdatei \(source) ist nicht lesbar: \(value)"
    case .notJSON: "\(source) ist kein gültiges JSON in Zeile \(first), Spalte \(second): \(value)"
    case .repeatedSetting:
      "\(source) setzt „\(value)“ zum zweiten Mal in Zeile \(first), Spalte \(second); eine der beiden Stellen entfernen"
    case .notObject: "\(source) muss ein JSON-Objekt enthalten"
    case .notKeyObject: "\(source) muss ein Objekt aus Aktionen und ihren Tasten sein, etwa {\"sort\": [\"s\", \"ctrl-s\"]}"
    case .unknownAction: "\(source) ist keine Aktion; möglich: \(choices)"
    case .notKeyList: "\(source) muss eine Taste oder eine Liste von Tasten sein, etwa [\"s\", \"ctrl-s\"]"
    case .notKey: "\(source): „\(value)“ für \(first) ist keine Taste; möglich sind Tasten wie s, S, ctrl-p, alt-x, f5 oder page-down"
    case .unsentKey: "\(source): \(value) für \(first) kommt nie an, weil Terminals \(second) senden; stattdessen \(second) verwenden"
    case .sharedKey: "\(source): \(value) gehört sowohl zu \(first) als auch zu \(second); nur einer der Aktionen zuordnen"
    case .noExitKey: "\(source): weder quit noch palette hat eine Taste; mindestens eine der Aktionen braucht eine"
    }
  }

  public func say(_ notice: SettingNoticePhrase) -> String {
    switch notice {
    case .ignoredFile(let file, let reason): "\(file) wird nicht gelesen: \(say(reason))"
    case .ignoredSetting(let source, let allowed):
      "\(say(source)) hat keine Wirkung: eine Projektdatei darf nur \(allowed.joined(separator: ", ")) setzen"
    case .takenKeys(let source, let keys):
      "\(say(source)): \(keys.map { "\($0.action) nimmt \($0.loser) die Taste \($0.key)" }.joined(separator: ", "))"
    }
  }

  public func say(_ reason: DistrustPhrase) -> String {
    switch reason {
    case .notRegular: "es ist keine gewöhnliche Datei"
    case .foreignOwner(let owner): "die Datei gehört \(owner)"
    case .othersCanWrite: "andere Benutzer können die Datei ändern; chmod go-w behebt das"
    }
  }
}
