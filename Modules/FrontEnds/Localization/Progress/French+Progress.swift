extension French {
  public func say(_ phrase: ProgressPhrase) -> String {
    switch phrase {
    case .readingLists: "lecture des listes"
    case .fetching: "récupération"
    case .exporting: "exportation"
    case .importing: "importation"
    case .checking: "vérification"
    case .fillingIndex: "mise à jour de l’index"
    case .restarting: "redémarrage"
    case .readingNames: "lecture des noms"
    case .imported(let count): counted(count, "entrée importée", "entrées importées")
    case .indexed(let count): say(ReportPhrase.recordsIndexed(count, of: nil))
    case .starting: "démarrage"
    case .startingProgram(let program): "démarrage de \(program)"
    case .waiting(let services): "en attente de \(services.either("et"))"
    case .reading(let name): "lecture de \(name)"
    case .lookingUp(let text): "recherche de \(text)"
    case .restartingProcess(let process, let number, let count): "redémarrage de \(process) (\(number) sur \(count))"
    case .timeLeft(let time): "reste \(time)"
    case .perSecond(let amount): "\(amount)/s"
    }
  }
}
