extension French {
  public func describe(_ detail: ErrorDetailPhrase) -> String {
    switch detail {
    case .noWorkerOffers(let service): "aucun agent de ce bus n’offre \(service)"
    case .queueFull(let service): "la file de \(service) est pleine ; réessayez plus tard, ou démarrez plus d’agents"
    case .clientFull: "trop de requêtes sont en cours ; attendez d’abord quelques réponses"
    case .brokerFull: "le broker a atteint sa limite de requêtes en cours ; réessayez plus tard"
    case .repliesUnread: "trop de réponses ne sont pas lues ; lisez-en avant d’envoyer d’autres requêtes"
    case .noWorkerFree(let service): "aucun agent de \(service) n’était libre à temps"
    case .noTimeLeft(let service): "la requête à \(service) n’avait plus de temps en arrivant au broker"
    case .workerTimedOut(let service): "un agent de \(service) a pris la requête et n’a pas répondu à temps"
    case .workerLost(let service): "les agents de \(service) qui avaient pris la requête ont été perdus avant de répondre"
    case .noAnswer(let service, let request, let limit): "\(service) n’a pas répondu à « \(request) » en \(limit) ms"
    case .brokerSilent(let endpoint): "le broker sur \(endpoint) ne répond pas ; il est peut-être suspendu ou surchargé"
    case .noHandshake(let endpoint):
      "ce qui écoute sur \(endpoint) ne répond pas comme un bus ; c’est peut-être un broker suspendu ou un autre programme"
    case .notCached(let subject): "\(subject) n’est pas en cache, et la requête ne permet pas de récupération"
    case .cacheBusy(let subject): "\(subject) n’est pas en cache, et trop de requêtes attendent l’origine ; réessayez plus tard"
    case .stillFetching(let subject): "\(subject) n’est pas encore disponible ; réessayez"
    case .noFetcher(let subject, let program): "\(subject) n’est pas en cache, et aucun collecteur n’est connecté ; lancez \(program)"
    case .originBusy: "trop de requêtes attendent l’origine ; réessayez quand certaines auront leur réponse"
    case .searchBusy: "trop de recherches attendent d’autres services ; réessayez plus tard"
    case .startWith(let command): "lancez \(command)"
    case .refused(let origin): "\(origin) a refusé la connexion"
    case .unreachable(let origin): "\(origin) est injoignable"
    case .unknownHost(let origin): "l’hôte de \(origin) est inconnu"
    case .connectTimedOut(let origin): "la connexion à \(origin) n’a pas abouti à temps"
    case .connectionBroken(let origin): "\(origin) a fermé la connexion avant la fin de la réponse"
    case .noTLS(let origin): "pas de connexion TLS à \(origin)"
    case .timedOut(let origin): "\(origin) n’a pas répondu à temps"
    case .throttled(let origin): "\(origin) demande de ralentir"
    case .errorStatus(let origin, let status, let detail):
      "\(origin) a répondu avec le statut \(status)\(detail.map { " : \($0)" } ?? "")"
    case .failing(let origin, let seconds):
      "\(origin) est en panne\(seconds.map { " ; prochain essai dans \(figures.duration(Double($0)))" } ?? "")"
    case .noRecord(let record, let origin): "\(origin ?? "l’origine") n’a pas de fiche \(record)"
    case .noPage(let kind, let page, let pages): "la liste \(kind) a \(counted(pages, "page", "pages")) ; il n’y a pas de page \(page)"
    case .noPath(let from, let to): "aucune fiche de l’index ne relie \(from) et \(to)"
    case .noWebPage(let record): "\(record) n’a pas de page web à son origine ; utilisez holocron show \(record)"
    case .tooManyWords(let limit): "trop de mots : \(limit) au plus, y compris ceux des filtres et des expressions entre guillemets"
    case .spacedFilter(let filter): "écrivez \(filter) sans espaces"
    case .fieldWithoutOrder(let name, let example): "\(name) ne se compare pas avec < ou > ; écrivez \(example)"
    case .numberNeeded(let name, let example): "\(name) exige un nombre, comme \(example)"
    case .dateNeeded(let name, let example): "\(name) exige une date, comme \(example)"
    case .unknownFilterField(let name, let hasSuggestions):
      "champ inconnu : « \(name) »" + (hasSuggestions ? "" : " ; mettez le texte entre guillemets pour le chercher")
    case .unknownFilterKind(let name): "type inconnu : « \(name) »"
    case .kindAsField(let name, let example): "champ inconnu : « \(name) » est un type ; écrivez \(example)"
    case .fieldOfOtherKinds(let name, let kinds): "champ inconnu : « \(name) » n’existe que dans \(kinds.joined(separator: ", "))"
    case .unknownSubcommand(let word, let words): "sous-commande inconnue : « \(word) » (possibles : \(words.joined(separator: ", ")))"
    case .unknownKind(let word, let words): "type inconnu : « \(word) » (possibles : \(words.joined(separator: ", ")))"
    case .unknownField(let word, let words): "champ inconnu : « \(word) » (possibles : \(words.joined(separator: ", ")))"
    case .unknownSortKey(let word, let words): "clé de tri inconnue : « \(word) » (possibles : \(words.joined(separator: ", ")))"
    case .unknownFilm(let word, let words): "aucun film ne correspond à « \(word) » (possibles : \(words.joined(separator: ", ")))"
    case .notAFavourite(let record): "\(record) n’est pas un favori"
    case .notInHistory(let text): "la recherche « \(text) » n’est pas dans l’historique"
    case .setting(let mistake): describe(mistake)
    case .stillFinishing(let program, let id):
      "\(say(NotePhrase.process(program, id))) termine encore ses requêtes ; attendez, ou tuez ce processus"
    case .processesFinishing(let names):
      "le superviseur a été tué, et ses processus terminent encore leurs requêtes : \(names.joined(separator: ", "))"
    case .notStarted(let services, let logs):
      "pas démarré à temps : \(say(NotePhrase.list(services))) ; voyez les journaux dans \(logs)"
    case .startFailed(let services, let finding, let log):
      "pas démarré à temps : \(say(NotePhrase.list(services))) ; \(say(finding)) ; voyez le journal \(log)"
    case .processGivenUp(let finding, let process, let log):
      "\(say(finding)) ; \(say(RemedyPhrase.correctThenRestart(process))) ; voyez le journal \(log)"
    case .unresponsiveWorker(let finding, let remedy): "\(say(finding)) ; \(say(remedy))"
    case .notSupervised: "seuls les processus lancés par holocron up peuvent être redémarrés"
    case .runsInNode(let id, let command):
      "\(say(NotePhrase.process("holocron-node", id))) réunit tous les services dans un processus ; "
        + "\(command) exige une flotte, que holocron up démarre à sa place"
    case .startedByHand(let bus, let command):
      "le bus sur \(bus) a été démarré à la main ; \(command) exige une flotte démarrée par holocron up"
    case .needsFleet(let command): "\(command) exige une flotte ; démarrez-en une avec holocron up"
    case .fleetUnfinished(let id, let logs):
      "\(say(NotePhrase.process("holocron-supervisor", id))) n’a pas terminé ; voyez les journaux dans \(logs)"
    case .otherVersion(let id):
      "\(say(NotePhrase.process("holocron-supervisor", id))) vient d’une autre version et ne sait ni relancer ses processus ni en changer le nombre ; "
        + "exécutez holocron down, puis holocron up"
    case .otherOrigin(let origin, let options):
      "la flotte en marche utilise l’origine \(origin) ; pour en changer, exécutez holocron down, puis holocron up avec \(options)"
    case .otherBus(let bus, let options):
      "la flotte en marche utilise le bus \(bus) ; pour en changer, exécutez holocron down, puis holocron up avec \(options)"
    case .ignoredOption(let option, let bus):
      "le bus sur \(bus) a été démarré à la main, donc \(option) est sans effet ; arrêtez-le là où vous l’avez démarré, puis relancez holocron up"
    case .noTimeFor(let request): "plus de temps pour « \(request) »"
    case .busStarting(let bus): "le bus sur \(bus) est encore en train de démarrer"
    case .missingFolder(let folder): "--bus : le dossier \(folder) n’existe pas ; créez-le ou corrigez le chemin"
    case .noExportHeader: "la première ligne n’est pas l’en-tête d’un cache exporté ; créez un fichier avec holocron cache export"
    case .exportVersion(let version, let supported):
      "le fichier est dans la version \(version) du format, ce programme lit la version \(supported) ; créez un fichier avec holocron cache export"
    case .emptyExport: "le fichier est vide ; créez un fichier avec holocron cache export"
    case .inputUnfinished(let file):
      "\(file ?? "l’entrée standard") n’a pas pris fin à temps ; les entrées déjà lues sont peut-être en cache"
    case .expressionTimeout: "l’expression prend trop de temps ; voyez --timeout"
    case .expressionMemoryLimit: "l’expression utilise trop de mémoire"
    case .expressionCrash: "libjq s’est arrêté brutalement pendant l’évaluation de l’expression"
    case .configurationNotWritten(let file, let reason): "impossible d’écrire le fichier de configuration \(file) : \(reason)"
    case .configurationInUse(let file): "un autre programme modifie \(file) ; réessayez"
    case .configurationTooLarge(let file, let limit):
      "le fichier de configuration \(file) ne doit pas dépasser \(figures.integer(limit)) octets"
    case .editorFailed(let command): "l’éditeur « \(command) » a échoué ; choisissez-en un autre avec VISUAL ou EDITOR"
    case .editorNeedsTerminal: "utilisez un terminal, ou holocron config set"
    case .unknownOption(let word): "option inconnue : \(word)"
    case .unknownCommand(let word): "commande inconnue : « \(word) »"
    case .unexpectedArgument(let word): "argument inattendu : « \(word) »"
    case .missingArgument(let usage): "il manque un argument ; syntaxe : \(usage.joined(separator: " ou "))"
    case .missingValue(let option, let values):
      "il manque une valeur après \(option)" + (values.map { " ; valeurs possibles : \(describe($0))" } ?? "")
    case .invalidValue(let value, let option, let values):
      "valeur non valide « \(value) » pour \(option) ; valeurs possibles : \(describe(values))"
    case .incompleteFilter(let word, let example): "« \(word) » exige une valeur, comme \(example)"
    case .nothingListens(let endpoint): "aucun processus n’écoute sur \(endpoint)"
    case .noName(let name): "aucune fiche ne s’appelle « \(name) »"
    case .manyRecords(let count): "\(figures.integer(count)) fiches correspondent ; utilisez une de ces références"
    }
  }

  private func describe(_ values: ValidValues) -> String {
    switch values {
    case .choices(let words): words.joined(separator: ", ")
    case .wholeNumber(let first, let last?): "un nombre entier de \(first) à \(last)"
    case .wholeNumber(let first, nil): "un nombre entier à partir de \(first)"
    case .seconds(let first, let last): "un nombre de secondes de \(figures.decimal(first)) à \(figures.integer(last))"
    case .secondsAbove(let first, let last): "un nombre de secondes supérieur à \(figures.integer(first)), au plus \(figures.integer(last))"
    case .nonEmptyText: "un texte non vide"
    }
  }
}
