extension French {
  public var answers: AnswerWords { AnswerWords(yes: "o", "oui", no: "n") }

  public func say(_ phrase: NotePhrase) -> String {
    switch phrase {
    case .listIncomplete(let kind, let counted, let returned):
      "La liste est incomplète : l’origine compte \(figures.integer(counted)) (\(kind)), mais en a rendu \(figures.integer(returned))."
    case .firstPage(let shown, let all, let kind): "\(shown) sur \(all) (\(kind)) ; tout voir avec --all"
    case .cachedListSearched(let reason): "\(reason) ; la recherche porte sur la liste en cache"
    case .silentOriginListSearched(let time):
      "l’origine ne répond pas depuis \(time) ; la recherche porte sur la liste en cache"
    case .bestOnly(let shown, let all, let option):
      "les \(shown) meilleurs résultats sur \(figures.integer(all)) ; pour en voir plus : \(option)"
    case .searchNotSaved(let problem): "cette recherche n’a pas pu entrer dans l’historique : \(problem)"
    case .indexIncomplete(let count, let all): "\(index(count, all)) ; holocron cache warm récupère le reste."
    case .originSearched(let count, let all): "\(index(count, all)) ; la recherche de l’origine a servi aussi."
    case .namesOfOneRecord: "Les deux noms désignent la même fiche."
    case .stepCount(let count): counted(count, "étape", "étapes")
    case .opening(let address): "Ouverture de \(address)"
    case .recordSource(let record, let source, let age):
      "\(record), provenance : \(source)\(age.map { ", il y a \(figures.duration(Double($0)))" } ?? "")"
    case .oneServer(let count): "l’un de \(count) serveurs"
    case .unknownOrigin: "inconnue"
    case .expressionFailed(let reason, 1): "--jq : \(reason)"
    case .expressionFailed(let reason, let count):
      "--jq a échoué pour \(figures.integer(count)) valeurs ; la dernière fois : \(reason)"
    case .exported(let count, let bytes): "\(counted(count, "entrée exportée", "entrées exportées")), \(figures.bytes(bytes))."
    case .leftOut(let count, let command):
      "\(counted(count, "entrée omise, abîmée ou trop grande", "entrées omises, abîmées ou trop grandes")) ; \(command) nomme les abîmées."
    case .lineRejected(let line, let reason): "ligne \(line) : \(reason)"
    case .moreRejected(let count): counted(count, "autre ligne rejetée", "autres lignes rejetées")
    case .repairHint(let command): "Pour retirer ce qui est abîmé, lancez \(command)."
    case .notFetched(let record, let problem): "\(record) non récupérée : \(problem)"
    case .listLacks(let kind, let count):
      "La liste \(kind) est incomplète : l’origine compte \(counted(count, "fiche", "fiches")) de plus qu’elle n’en a rendu."
    case .process(let program, let id): "\(program) (processus \(id))"
    case .list(let names): names.joined(separator: " et ")
    case .orphans(let names): "\(names), dont le superviseur a été tué"
    case .notStopped(let bus): "rien n’a été arrêté : le bus sur \(bus) a été démarré à la main ; arrêtez-le là où vous l’avez démarré"
    case .notStarted(let bus):
      "rien n’a été démarré : le bus sur \(bus) a été démarré à la main ; holocron status montre ses agents. Ou arrêtez-le là où vous "
        + "l’avez démarré, et relancez holocron up"
    case .otherFleetKept(let bus): "rien n’a été arrêté : les processus en marche utilisent le bus \(bus)"
    case .makingRoom(let process): "arrêt de \(process) pour faire place"
    case .waitingForEnd(let process): "en attente de la fin de \(process)"
    case .wasKilled(let process): "\(process) a été tué ; tout redémarre"
    case .startInterrupted: "interrompu ; arrêt des processus démarrés"
    case .sizes(let caches, let fetchers, let searches):
      [
        caches.map { counted($0, "agent de cache", "agents de cache") }, fetchers.map { counted($0, "collecteur", "collecteurs") },
        searches.map { counted($0, "agent de recherche", "agents de recherche") },
      ].compactMap(\.self).joined(separator: ", ")
    case .alreadyRunning(let name): "déjà en marche (\(name))"
    case .alreadySized(let sizes, let name): "déjà \(sizes) (\(name))"
    case .resized(let sizes, let name): "maintenant \(sizes) (\(name))"
    case .restartedProcesses(let names): "redémarré : \(names)"
    case .lastLines(let log): "les dernières lignes de \(log) :"
    case .logsElsewhere(let logs, let folder, let reason):
      "impossible d’écrire dans \(folder) : \(reason) ; les journaux sont dans \(logs) ; pour les conserver, donnez à XDG_STATE_HOME un autre dossier"
    case .noExplorer(let program): "\(program) n’est pas installé ; un seul relevé au lieu de la vue en direct"
    case .dumbTerminal: "le terminal ne peut pas déplacer le curseur (TERM=dumb) ; exécution avec --plain"
    case .nodeRunsAll: "holocron-node exécute maintenant tous les services ; ces journaux sont anciens, holocron logs node montre le sien"
    case .noLogs(let folder): "il n’y a pas de journaux dans \(folder)"
    case .followingLog(let name): "Suit \(name) ; Ctrl-C pour arrêter."
    case .followingLogs(let count): "Suit \(count) journaux ; Ctrl-C pour arrêter."
    case .watching(let topic): "Observe \(topic ?? "tous les événements") ; Ctrl-C pour arrêter."
    case .eventsMissed: "des événements ont peut-être été manqués ; l’observation reprend"
    case .busIsLost: "connexion au bus perdue ; les événements reprendront à son retour"
    case .unknownTopic(let topic): "aucun sujet connu ne commence par \(topic) ; l’observation commence quand même"
    case .recording(let file): "Enregistre les requêtes du bus dans \(file) ; Ctrl-C pour arrêter."
    case .requestsMissed(let count):
      counted(Int(clamping: count), "requête n’a pas été enregistrée", "requêtes n’ont pas été enregistrées")
        + " : le bus a été perdu, ou les requêtes arrivaient trop vite"
    case .recordingAgain: "des requêtes ont peut-être été manquées ; l’enregistrement reprend"
    case .countersAreOn: "les compteurs sont déjà activés"
    case .countersAreOff: "les compteurs sont désactivés"
    case .countersTurnedOff: "les compteurs sont désactivés, et les nombres supprimés"
    case .countsAreZero: "les compteurs sont à zéro"
    case .countersCanBeTurnedOn(let command): "les compteurs sont désactivés ; \(command) les active"
    case .counting(let file, let command): "les commandes sont comptées dans \(file) ; \(command) arrête"
    case .purgeEverything: "Tout retirer du cache ?"
    case .purgeKind(let kind): "Retirer du cache : \(kind) ?"
    case .purgeRecord(let record): "Retirer \(record) du cache ?"
    case .clearHistory: "Effacer l’historique des recherches ?"
    case .editAgain: "Modifier encore le fichier ?"
    }
  }

  private func index(_ count: Int, _ all: Int?) -> String {
    "L’index contient \(counted(count, "fiche", "fiches"))\(all.map { " sur \(figures.integer($0))" } ?? "")"
  }
}
