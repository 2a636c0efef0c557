extension German {
  public func say(_ phrase: ProgressPhrase) -> String {
    switch phrase {
    case .readingLists: "lese die Listen"
    case .fetching: "rufe ab"
    case .exporting: "exportiere"
    case .importing: "importiere"
    case .checking: "prüfe"
    case .fillingIndex: "baue das Register auf"
    case .restarting: "starte neu"
    case .readingNames: "lese Namen"
    case .imported(let count): "\(counted(count, "Eintrag", "Einträge")) importiert"
    case .indexed(let count): say(ReportPhrase.recordsIndexed(count, of: nil))
    case .starting: "starte"
    case .startingProgram(let program): "starte \(program)"
    case .waiting(let services): "warte auf \(services.either("und"))"
    case .reading(let name): "lese \(name)"
    case .lookingUp(let text): "suche \(text)"
    case .restartingProcess(let process, let number, let count): "starte \(process) neu (\(number) von \(count))"
    case .timeLeft(let time): "noch \(time)"
    case .perSecond(let amount): "\(amount)/s"
    }
  }
}
