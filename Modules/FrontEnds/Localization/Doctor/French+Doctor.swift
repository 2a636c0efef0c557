extension French {
  public func name(of check: CheckPhrase) -> String {
    switch check {
    case .configuration: "Réglages"
    case .cacheFolder: "Dossier du cache"
    case .dataFolder: "Dossier des données"
    case .logFolder: "Dossier des journaux"
    case .sockets: "Dossier des sockets"
    case .socketPath: "Chemin des sockets"
    case .supervisor: "Superviseur"
    case .crashes: "Plantages"
    case .terminal: "Terminal"
    case .bus: "Bus"
    case .origin: "Origine"
    case .origins: "Origines"
    case .originServer: "Serveur de l’origine"
    case .cache: "Mémoire cache"
    case .searchIndex: "Index de recherche"
    case .named(let name): name
    }
  }

  public func say(_ phrase: CheckStatePhrase) -> String {
    switch phrase {
    case .pass: "bon"
    case .warn: "attention"
    case .fail: "échec"
    }
  }

  public func say(_ phrase: DoctorPhrase) -> String {
    switch phrase {
    case .text(let text): text
    case .error(let title, let detail, let english): sentence(title, detail, english: english)
    case .detail(let detail): describe(detail)
    case .notice(let notice): say(notice)
    case .both(let first, let second): "\(say(first)) ; \(say(second))"
    case .because(let finding, let cause): "\(say(finding)) : \(say(cause))"
    case .version(let text): "version \(text) installée"
    case .oldVersion(let text): "la version \(text) est trop ancienne"
    case .notInstalled: "non installé"
    case .noFile: "aucun fichier ; les valeurs par défaut s’appliquent"
    case .limitedTerminal(let type): "le type de terminal « \(type) » est inconnu ou ne peut pas déplacer le curseur"
    case .otherEncoding(let locale): "les paramètres régionaux \(locale) n’utilisent pas UTF-8 ; seul l’ASCII s’affiche à coup sûr"
    case .unreadSections(let file, let names):
      "\(file) : aucun programme ne lit \(names.count == 1 ? "la section" : "les sections") \(names.joined(separator: ", "))"
    case .cannotCreateFiles(let folder, let reason): "impossible de créer des fichiers dans \(folder) : \(reason)"
    case .cannotWrite(let folder, let reason): "impossible d’écrire dans \(folder) : \(reason)"
    case .cannotInspect(let folder, let reason): "impossible d’examiner \(folder) : \(reason)"
    case .notASocket(let path): "\(path) n’est pas un socket"
    case .notAFolder(let path): "\(path) n’est pas un dossier"
    case .privateFolder(let path): "vous seul avez accès à \(path)"
    case .openFolder(let path): "d’autres utilisateurs ont accès à \(path)"
    case .foreignFolder(let path, let owner): "\(path) appartient à l’utilisateur \(owner)"
    case .createdWithBus(let path): "\(path) sera créé au démarrage d’un bus"
    case .createdWhenNeeded(let path): "\(path) sera créé au besoin"
    case .writable(let path): "\(path) est accessible en écriture"
    case .pathTooLong(let path): "\(path) est trop long pour le chemin d’un socket"
    case .littleSpace(let path, let bytes): "il ne reste que \(figures.bytes(bytes)) dans \(path)"
    case .noCacheLocation: "aucun emplacement pour le fichier du cache"
    case .noHistoryLocation: "aucun emplacement pour l’historique des recherches"
    case .responds(let endpoint): "\(endpoint) répond"
    case .nothingRuns(let endpoint): "rien n’est en marche sur \(endpoint)"
    case .noResponse(let endpoint, let problem): "\(endpoint) ne répond pas : \(say(problem))"
    case .originResponds(let kinds): "répond ; propose \(kinds)"
    case .noWorker: "aucun agent n’est connecté"
    case .workers(let count, let processes):
      counted(count, "agent", "agents") + (processes.isEmpty ? "" : " : \(processes.map { say($0) }.joined(separator: " ; "))")
    case .process(let program, let id): "\(program.map { "\($0), " } ?? "")processus \(id)"
    case .noSuchProcess(let id): "vous n’avez pas de processus \(id) sur cette machine"
    case .foreignProgram(let path): "\(path) n’est pas un programme de Holocron"
    case .unidentified(let count, let all):
      "\(count) sur \(all) \(plural(count, "n’indique pas son propre numéro", "n’indiquent pas leur propre numéro")) de processus"
    case .workerIsStopped(let name, let id): "\(name) (processus \(id)) est suspendu"
    case .workerIsSilent(let name, let id): "\(name) (processus \(id)) ne répond pas"
    case .warning(let warning, let id): "\(say(warning)) (processus \(id))"
    case .indexIsFull: "l’index est plein ; les fiches suivantes n’y entrent pas"
    case .cacheInMemory(let reason): "le cache ne reste qu’en mémoire : \(reason)"
    case .indexInMemory(let reason): "l’index ne reste qu’en mémoire : \(reason)"
    case .searchIndexInMemory(let reason): "l’index de recherche ne reste qu’en mémoire : \(reason)"
    case .historyInMemory(let reason): "l’historique des recherches ne reste qu’en mémoire : \(reason)"
    case .damagedFile(let path): "\(path) est endommagé ; le prochain agent qui ouvrira le fichier le remplacera et conservera l’ancien"
    case .damagedFileKept(let path): "un fichier endommagé a été remplacé par un nouveau et conservé sous \(path)"
    case .differentOrigins(let origins): "les collecteurs utilisent des origines différentes : \(origins)"
    case .otherRecords(let origin, let service, let other):
      "les collecteurs utilisent \(origin), mais \(service) garde des fiches de \(other)"
    case .sameOrigin(let origin): "tous les collecteurs utilisent \(origin)"
    case .server(let server, let state, let reason): "\(server) : \(say(state))\(reason.map { " : \(say($0))" } ?? "")"
    case .unreachable: "il est injoignable"
    case .connectionLost: "il a fermé la connexion avant la fin de la réponse"
    case .noTLS: "aucune connexion TLS n’a pu être établie"
    case .timedOut: "il n’a pas répondu à temps"
    case .slowDown: "il a demandé de ralentir"
    case .errorStatus(let status): "il a répondu avec le statut \(status)"
    case .supervisorIsStopped(let id): "holocron-supervisor, processus \(id), est suspendu et ne redémarre aucun processus"
    case .givenUp(let process, let reason): "le superviseur ne redémarre plus \(process) : \(reason)"
    case .keepsEnding(let process, let reason): "\(process) s’arrête sans cesse : \(reason)"
    case .logged(let finding, let log): "\(say(finding)) (journal : \(log))"
    case .crashes(let count): "\(counted(count, "processus planté ou tué", "processus plantés ou tués")) ces 7 derniers jours"
    }
  }

  public func say(_ phrase: ServerStatePhrase) -> String {
    switch phrase {
    case .works: "bon"
    case .fails: "en panne"
    case .probing: "en panne, essai en cours"
    case .paused(let seconds): "en pause, nouvel essai dans \(figures.duration(Double(seconds)))"
    case .failsUntil(let seconds): "en panne, nouvel essai dans \(figures.duration(Double(seconds)))"
    }
  }

  public func say(_ phrase: RemedyPhrase) -> String {
    switch phrase {
    case .shell(let command): command
    case .installLibrary: "installez libzmq 4.2 ou plus récent (Debian : libzmq3-dev)"
    case .installExplorer: "installez-le à côté de holocron ou dans PATH ; l’explorateur en plein écran en a besoin"
    case .installProgram: "installez-le à côté de holocron ou dans PATH ; sans lui, démarrez les agents à la main"
    case .installFleetProgram: "installez-le à côté de holocron-supervisor ; sans lui, holocron up échoue"
    case .installOrigin: "installez-le à côté de holocron-supervisor ; sans lui, holocron up a besoin de --origin"
    case .setTerminal: "définissez TERM selon votre terminal, ou utilisez holocron explore --plain"
    case .setLocale: "choisissez des paramètres régionaux en UTF-8, par exemple LC_ALL=C.UTF-8"
    case .ownKeys: "donnez à chaque action sa propre touche"
    case .correctSetting: "corrigez le réglage"
    case .correctSettingOfServices: "corrigez le réglage ; les programmes qui en ont besoin ne démarrent pas"
    case .correctProjectFile: "corrigez ou supprimez le fichier du projet"
    case .renameSection(let name, let similar): "renommez \(name) en '\(similar)', ou supprimez-la"
    case .removeSections(let count): count == 1 ? "supprimez-la" : "supprimez-les"
    case .setHome: "définissez HOME"
    case .setOwnFolder(let variable): "donnez à \(variable) un dossier à vous"
    case .setOtherFolder(let variable): "donnez à \(variable) un autre dossier"
    case .setWritableFolder(let variable): "donnez à \(variable) un dossier accessible en écriture"
    case .setShorterPath(let variable): "donnez à \(variable) un chemin plus court"
    case .freeSpace(let variable): "libérez de l’espace disque, ou donnez à \(variable) un autre dossier"
    case .freeSpaceForCache:
      "libérez de l’espace disque ; sinon les réponses ne sont pas gardées, et les recherches ne couvrent que ce qui tient en mémoire"
    case .remove(let path): "supprimez \(path)"
    case .moveOrRemove(let path): "déplacez ou supprimez \(path)"
    case .restartBus: "redémarrez le bus : holocron down, puis holocron up"
    case .startBus: "lancez holocron up, ou n’importe quelle requête, qui démarre elle-même un nœud"
    case .checkAddress: "vérifiez l’adresse (--bus, HOLOCRON_BUS) ; si elle est juste, relancez ou redémarrez le broker qui s’y trouve"
    case .waitOrUseEmbedded:
      "les fiches en cache restent disponibles ; réessayez plus tard, ou lancez holocron down, puis holocron up --origin embedded, "
        + "qui n’a pas besoin de réseau"
    case .startWorker(let program): "démarrez \(program), ou lancez holocron up"
    case .checkPrograms: "un agent au faux numéro de processus n’est pas de Holocron ; vérifiez quels programmes tournent sous votre nom"
    case .stopForeign(let id): "si vous ne l’avez pas démarré, arrêtez-le : kill \(id)"
    case .resume(let id): "reprenez-le : kill -CONT \(id)"
    case .restartStuck: "un agent qui ne répond pas est bloqué ou n’est pas de Holocron ; lancez holocron down, puis holocron up"
    case .restart(let name): "lancez holocron restart \(name)"
    case .resumeOrRestart(let id, let name): "reprenez-le avec kill -CONT \(id), ou lancez holocron restart \(name)"
    case .correctThenRestart(let name): "corrigez la cause, puis lancez holocron restart \(name)"
    case .correctCause: "corrigez la cause ; le superviseur réessaie"
    case .largerIndex:
      "démarrez l’agent de recherche avec un plus grand --index-memory, ou retirez les types inutiles avec holocron cache purge"
    case .makeWritableAndRestart:
      "rendez le dossier accessible en écriture ou libérez de l’espace, puis lancez holocron restart --all, ou holocron down si rien "
        + "d’autre ne tourne"
    case .makeWritable: "libérez de l’espace ou rendez le fichier accessible en écriture ; l’index est alors gardé de nouveau tout seul"
    case .oneOrigin: "arrêtez les collecteurs de toutes les origines sauf une ; les fiches d’origines différentes ne se mélangent pas"
    case .nextFetch(let origin): "la prochaine récupération le corrige ; les fiches de \(origin) restent au cas où vous y reviendriez"
    case .checkServer: "vérifiez le serveur et le réseau ; en attendant sa réponse, les fiches en cache sont affichées"
    case .readReport(let path): "lisez le dernier rapport : \(path)"
    }
  }
}
