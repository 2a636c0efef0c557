extension Spanish {
  public func describe(_ mistake: SettingMistake) -> String {
    let source = say(mistake.source)
    let choices = mistake.choices.joined(separator: ", ")
    let (value, first, second) = (mistake.value, mistake.word(0), mistake.word(1))
    return switch mistake.form {
    case .invalidValue: "valor no válido «\(value)» para \(source); valores posibles: \(choices)"
    case .notText: "\(source) debe ser un texto; valores posibles: \(choices)"
    case .notBoolean: "\(source) debe ser true o false"
    case .notSection: "\(source) debe ser un objeto con estos ajustes: \(choices)"
    case .unknownSetting: "ajuste desconocido \(source); ajustes posibles: \(choices)"
    case .dottedSetting: "\(source) no tiene efecto; escriba el ajuste en la sección «\(value)»"
    case .unreadableFile: "no se puede leer el archivo de configuración \(source): \(value)"
    case .notJSON: "\(source) no es JSON válido en la línea \(first), columna \(second): \(value)"
    case .repeatedSetting: "\(source) define «\(value)» por segunda vez en la línea \(first), columna \(second); elimine una de las dos"
    case .notObject: "\(source) debe contener un objeto JSON"
    case .notKeyObject: "\(source) debe ser un objeto de acciones y sus teclas, como {\"sort\": [\"s\", \"ctrl-s\"]}"
    case .unknownAction: "\(source) no es una acción; acciones posibles: \(choices)"
    case .notKeyList: "\(source) debe ser una tecla o una lista de teclas, como [\"s\", \"ctrl-s\"]"
    case .notKey: "\(source): «\(value)» para \(first) no es una tecla; use una tecla como s, S, ctrl-p, alt-x, f5 o page-down"
    case .unsentKey: "\(source): \(value) para \(first) no llega nunca, porque los terminales envían \(second); use \(second)"
    case .sharedKey: "\(source): \(value) está asignada tanto a \(first) como a \(second); asígnela a una sola acción"
    case .noExitKey: "\(source): ni quit ni palette tiene una tecla; asigne una tecla al menos a una de las dos"
    }
  }

  public func say(_ notice: SettingNoticePhrase) -> String {
    switch notice {
    case .ignoredFile(let file, let reason): "\(file) no se lee: \(say(reason))"
    case .ignoredSetting(let source, let allowed):
      "\(say(source)) no tiene efecto: un archivo de proyecto solo puede definir \(allowed.joined(separator: ", "))"
    case .takenKeys(let source, let keys):
      "\(say(source)): \(keys.map { "\($0.action) quita \($0.key) a \($0.loser)" }.joined(separator: ", "))"
    }
  }

  public func say(_ reason: DistrustPhrase) -> String {
    switch reason {
    case .notRegular: "no es un archivo normal"
    case .foreignOwner(let owner): "el archivo pertenece a \(owner)"
    case .othersCanWrite: "otros usuarios pueden modificar el archivo; ejecute chmod go-w"
    }
  }
}
