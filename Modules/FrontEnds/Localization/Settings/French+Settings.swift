extension French {
  public func describe(_ mistake: SettingMistake) -> String {
    let source = say(mistake.source)
    let choices = mistake.choices.joined(separator: ", ")
    let (value, first, second) = (mistake.value, mistake.word(0), mistake.word(1))
    return switch mistake.form {
    case .invalidValue: "valeur non valide « \(value) » pour \(source) ; valeurs possibles : \(choices)"
    case .notText: "\(source) doit être un texte ; valeurs possibles : \(choices)"
    case .notBoolean: "\(source) doit être true ou false"
    case .notSection: "\(source) doit être un objet avec ces réglages : \(choices)"
    case .unknownSetting: "réglage inconnu \(source) ; réglages possibles : \(choices)"
    case .dottedSetting: "\(source) est sans effet ; écrivez ce réglage dans la section « \(value) »"
    case .unreadableFile: "impossible de lire le fichier de configuration \(source) : \(value)"
    case .notJSON: "\(source) n’est pas du JSON valide, ligne \(first), colonne \(second) : \(value)"
    case .repeatedSetting: "\(source) définit « \(value) » une seconde fois, ligne \(first), colonne \(second) ; supprimez l’une des deux"
    case .notObject: "\(source) doit contenir un objet JSON"
    case .notKeyObject: "\(source) doit être un objet d’actions et de leurs touches, comme {\"sort\": [\"s\", \"ctrl-s\"]}"
    case .unknownAction: "\(source) n’est pas une action ; actions possibles : \(choices)"
    case .notKeyList: "\(source) doit être une touche ou une liste de touches, comme [\"s\", \"ctrl-s\"]"
    case .notKey:
      "\(source) : « \(value) » pour \(first) n’est pas une touche ; utilisez une touche comme s, S, ctrl-p, alt-x, f5 ou page-down"
    case .unsentKey: "\(source) : \(value) pour \(first) n’arrive jamais, car les terminaux envoient \(second) ; utilisez \(second)"
    case .sharedKey: "\(source) : \(value) est attribué à la fois à \(first) et à \(second) ; gardez une seule des deux actions"
    case .noExitKey: "\(source) : ni quit ni palette n’a de touche ; attribuez-en une à l’une des deux actions au moins"
    }
  }

  public func say(_ notice: SettingNoticePhrase) -> String {
    switch notice {
    case .ignoredFile(let file, let reason): "\(file) n’est pas lu : \(say(reason))"
    case .ignoredSetting(let source, let allowed):
      "\(say(source)) est sans effet : un fichier de projet ne peut définir que \(allowed.joined(separator: ", "))"
    case .takenKeys(let source, let keys):
      "\(say(source)) : \(keys.map { "\($0.action) prend \($0.key) à \($0.loser)" }.joined(separator: ", "))"
    }
  }

  public func say(_ reason: DistrustPhrase) -> String {
    switch reason {
    case .notRegular: "ce n’est pas un fichier ordinaire"
    case .foreignOwner(let owner): "ce fichier appartient à \(owner)"
    case .othersCanWrite: "d’autres utilisateurs peuvent modifier ce fichier ; lancez chmod go-w"
    }
  }
}
