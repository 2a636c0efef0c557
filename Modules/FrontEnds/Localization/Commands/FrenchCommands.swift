extension French {
  public func say(_ phrase: CommandPhrase) -> String {
    switch phrase {
    case .page(let page, let pages, let records, let next):
      "Page \(page) sur \(pages), \(records)" + (next.map { " ; page suivante : --page \($0), toutes les pages : --all" } ?? "")
    case .noRecords(let kind): "Aucune fiche : \(kind)."
    case .noNames(let kind?, let text): "Aucun nom ne contient « \(text) » (\(kind))."
    case .noNames(nil, let text): "Aucun nom ne correspond à « \(text) »."
    case .resultsInstead(let text): "Résultats pour \(text)"
    case .nothingFound(let text): "Aucun résultat pour « \(text) »."
    case .bestOnly(let shown, let all, let option):
      "Les \(shown) meilleurs résultats sur \(figures.integer(all)) ; pour en voir plus : \(option)"
    case .missingNames(let count, let all): "\(count) noms sur \(all) manquent ; les références les remplacent"
    case .emptyHistory: "L’historique des recherches est vide."
    case .emptyFavourites(let command): "Il n’y a pas encore de favoris ; ajoutez-en un avec \(command)."
    case .alreadyFavourite(let record): "\(record) est déjà un favori"
    case .settingOverridden(by: let source): "\(source) a priorité sur ce réglage"
    case .fileNotRead(let file): "\(file) n’est pas lu ici"
    case .settingsMissing(let programs, let reason): "le script n’a pas les réglages de \(programs.joined(separator: ", ")) : \(reason)"
    case .nothingRemoved: "Annulé ; rien n’a été supprimé."
    case .started(let program, let log): "\(program) démarré ; il s’arrête quand il ne sert plus (journal : \(log))"
    case .stopped(let programs): "arrêté : \(programs)"
    case .nothingIsRunning: "rien n’est en marche"
    case .startsOnDemand: "Rien n’est en marche ; la première requête démarre ce qu’il lui faut."
    case .busWithoutWorkers(let command): "Un bus est en marche sans aucun agent ; pour en démarrer : \(command)."
    case .running(let services): "En marche : \(services.joined(separator: ", "))"
    case .isUp(let logs): "démarré (journaux : \(logs))"
    case .servedStale(let age, let status):
      (status.map { "l’origine a répondu \($0)" } ?? "pas de réponse utilisable de l’origine")
        + (age.map { " ; les données datent de \(figures.age($0))" } ?? " ; les données sont plus anciennes")
    case .warning(let text): "attention : \(text)"
    case .didYouMean(let choices): "Vouliez-vous dire \(choices.either("ou")) ?"
    case .startCacheWorker(let command): "Démarrer un cache : \(command)"
    case .startEverything(let command): "Tout démarrer : \(command)"
    case .listWorkers(let command): "Voir les agents connectés : \(command)"
    case .checkLoad(let command): "Voir la charge : \(command)"
    case .checkProcesses(let command): "Vérifier les processus en marche : \(command)"
    case .listOptions(let command): "Voir les options : \(command)"
    case .checkAddress: "Vérifiez l’adresse (--bus, HOLOCRON_BUS). Si elle est juste, relancez ou redémarrez le broker qui s’y trouve."
    case .retryIn(let seconds): "Réessayez dans \(figures.duration(Double(seconds)))."
    case .dashes(let example): "Un texte qui commence par - doit suivre -- : \(example)"
    case .allowMoreTime(let option, let load): "Plus de temps avec \(option) SECONDES ; voir la charge : \(load)"
    case .repeatLostRequest(let option):
      "La requête peut être répétée sans risque. Si l’agent est encore perdu, sa réponse dépasse peut-être la limite \(option) du broker."
    case .originFallback(let stop, let start):
      "Les fiches en cache restent disponibles. Réessayez plus tard, ou lancez \(stop), puis \(start), qui n’a pas besoin de réseau"
    case .moreCandidates(let count): "et \(count) de plus"
    case .checks(0, 0): "Aucun problème trouvé."
    case .checks(0, let warnings): "Aucune erreur, \(warnings == 1 ? "1 avertissement" : "\(warnings) avertissements")."
    case .checks(let failed, _): failed == 1 ? "1 contrôle a échoué." : "\(failed) contrôles ont échoué."
    }
  }

  public func describe(_ error: ErrorPhrase) -> String {
    switch error {
    case .notFound: "introuvable"
    case .ambiguous: "nom ambigu"
    case .noBus: "aucun bus n’est en marche"
    case .busSilent: "le bus ne répond pas"
    case .untrusted: "le bus n’est pas fiable"
    case .noWorker: "aucun agent n’est connecté"
    case .overloaded: "trop de requêtes"
    case .workerLost: "l’agent a été perdu"
    case .deadline: "le délai est écoulé"
    case .cancelled: "annulé"
    case .originFailed: "l’origine a échoué"
    case .invalidArguments: "arguments non valides"
    case .connectionLost: "la connexion au bus est perdue"
    case .notCached: "pas en cache"
    case .noPath: "aucun chemin"
    case .noWebPage: "rien à ouvrir"
    case .noFleet: "aucune flotte n’est lancée"
    case .fleetIncomplete: "la flotte est incomplète"
    case .importFailed: "importation impossible"
    case .invalidSetting: "réglage non valide"
    case .configurationUnchanged: "la configuration est inchangée"
    case .fileInUse: "le fichier est en cours de modification"
    case .fileTooLarge: "le fichier est trop volumineux"
    case .editorFailed: "l’éditeur a échoué"
    case .noTerminal: "ce n’est pas un terminal"
    case .expressionFailed: "jq a échoué"
    }
  }
}
