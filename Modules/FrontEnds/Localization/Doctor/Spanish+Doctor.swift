extension Spanish {
  public func name(of check: CheckPhrase) -> String {
    switch check {
    case .configuration: "Configuración"
    case .cacheFolder: "Carpeta de la caché"
    case .dataFolder: "Carpeta de datos"
    case .logFolder: "Carpeta de registros"
    case .sockets: "Carpeta de sockets"
    case .socketPath: "Ruta de sockets"
    case .supervisor: "Supervisor"
    case .crashes: "Caídas"
    case .terminal: "Terminal"
    case .bus: "Bus"
    case .origin: "Origen"
    case .origins: "Orígenes"
    case .originServer: "Servidor del origen"
    case .cache: "Caché"
    case .searchIndex: "Índice de búsqueda"
    case .named(let name): name
    }
  }

  public func say(_ phrase: CheckStatePhrase) -> String {
    switch phrase {
    case .pass: "bien"
    case .warn: "aviso"
    case .fail: "fallo"
    }
  }

  public func say(_ phrase: DoctorPhrase) -> String {
    switch phrase {
    case .text(let text): text
    case .error(let title, let detail, let english): sentence(title, detail, english: english)
    case .detail(let detail): describe(detail)
    case .notice(let notice): say(notice)
    case .both(let first, let second): "\(say(first)); \(say(second))"
    case .because(let finding, let cause): "\(say(finding)): \(say(cause))"
    case .version(let text): "versión \(text)"
    case .oldVersion(let text): "la versión \(text) es demasiado antigua"
    case .notInstalled: "no instalado"
    case .noFile: "no hay archivo; valen los valores predeterminados"
    case .limitedTerminal(let type): "el tipo de terminal «\(type)» es desconocido o no puede mover el cursor"
    case .otherEncoding(let locale): "la configuración regional \(locale) no usa UTF-8; los caracteres que no son ASCII pueden verse mal"
    case .unreadSections(let file, let names):
      "\(file): ningún programa lee \(names.count == 1 ? "la sección" : "las secciones") \(names.joined(separator: ", "))"
    case .cannotCreateFiles(let folder, let reason): "no se pueden crear archivos en \(folder): \(reason)"
    case .cannotWrite(let folder, let reason): "no se puede escribir en \(folder): \(reason)"
    case .cannotInspect(let folder, let reason): "no se puede examinar \(folder): \(reason)"
    case .notASocket(let path): "\(path) no es un socket"
    case .notAFolder(let path): "\(path) no es una carpeta"
    case .privateFolder(let path): "solo usted tiene acceso a \(path)"
    case .openFolder(let path): "otros usuarios tienen acceso a \(path)"
    case .foreignFolder(let path, let owner): "\(path) pertenece al usuario \(owner)"
    case .createdWithBus(let path): "\(path) se creará cuando se inicie un bus"
    case .createdWhenNeeded(let path): "\(path) se creará cuando haga falta"
    case .writable(let path): "se puede escribir en \(path)"
    case .pathTooLong(let path): "\(path) es demasiado largo para la ruta de un socket"
    case .littleSpace(let path, let bytes): "en \(path) solo quedan \(figures.bytes(bytes))"
    case .noCacheLocation: "no hay lugar para el archivo de la caché"
    case .noHistoryLocation: "no hay lugar para el historial de búsquedas"
    case .responds(let endpoint): "\(endpoint) responde"
    case .nothingRuns(let endpoint): "no hay nada en marcha en \(endpoint)"
    case .noResponse(let endpoint, let problem): "\(endpoint) no responde: \(say(problem))"
    case .originResponds(let kinds): "responde; ofrece \(kinds)"
    case .noWorker: "no hay ningún agente conectado"
    case .workers(let count, let processes):
      counted(count, "agente", "agentes") + (processes.isEmpty ? "" : ": \(processes.map { say($0) }.joined(separator: "; "))")
    case .process(let program, let id): "\(program.map { "\($0), " } ?? "")proceso \(id)"
    case .noSuchProcess(let id): "usted no tiene ningún proceso \(id) en este equipo"
    case .foreignProgram(let path): "\(path) no es un programa de Holocron"
    case .unidentified(let count, let all): "\(count) de \(all) no \(plural(count, "indica", "indican")) un número de proceso propio"
    case .workerIsStopped(let name, let id): "\(name) (proceso \(id)) está detenido"
    case .workerIsSilent(let name, let id): "\(name) (proceso \(id)) no responde"
    case .warning(let warning, let id): "\(say(warning)) (proceso \(id))"
    case .indexIsFull: "el índice está lleno; las demás fichas no entran en él"
    case .cacheInMemory(let reason): "la caché solo se guarda en memoria: \(reason)"
    case .indexInMemory(let reason): "el índice solo se guarda en memoria: \(reason)"
    case .searchIndexInMemory(let reason): "el índice de búsqueda solo se guarda en memoria: \(reason)"
    case .historyInMemory(let reason): "el historial de búsquedas solo se guarda en memoria: \(reason)"
    case .damagedFile(let path): "\(path) está dañado; el próximo proceso que abra el archivo lo sustituirá y conservará el dañado"
    case .damagedFileKept(let path): "un archivo dañado se ha sustituido por uno nuevo y se conserva como \(path)"
    case .differentOrigins(let origins): "los recolectores usan orígenes distintos: \(origins)"
    case .otherRecords(let origin, let service, let other): "los recolectores usan \(origin), pero \(service) guarda fichas de \(other)"
    case .sameOrigin(let origin): "todos los recolectores usan \(origin)"
    case .server(let server, let state, let reason): "\(server): \(say(state))\(reason.map { ": \(say($0))" } ?? "")"
    case .unreachable: "no se puede acceder a él"
    case .connectionLost: "cerró la conexión antes de terminar la respuesta"
    case .noTLS: "no se pudo establecer una conexión TLS"
    case .timedOut: "no respondió a tiempo"
    case .slowDown: "pidió ir más despacio"
    case .errorStatus(let status): "respondió con el estado \(status)"
    case .supervisorIsStopped(let id): "holocron-supervisor, proceso \(id), está detenido y no reinicia ningún proceso"
    case .givenUp(let process, let reason): "el supervisor ya no reinicia \(process): \(reason)"
    case .keepsEnding(let process, let reason): "\(process) termina una y otra vez: \(reason)"
    case .logged(let finding, let log): "\(say(finding)) (registro: \(log))"
    case .crashes(let count):
      "\(counted(count, "proceso caído o terminado a la fuerza", "procesos caídos o terminados a la fuerza")) en los últimos 7 días"
    }
  }

  public func say(_ phrase: ServerStatePhrase) -> String {
    switch phrase {
    case .works: "bien"
    case .fails: "con fallos"
    case .probing: "con fallos, probando"
    case .paused(let seconds): "en pausa, nuevo intento en \(figures.duration(Double(seconds)))"
    case .failsUntil(let seconds): "con fallos, nuevo intento en \(figures.duration(Double(seconds)))"
    }
  }

  public func say(_ phrase: RemedyPhrase) -> String {
    switch phrase {
    case .shell(let command): command
    case .installLibrary: "instale libzmq 4.2 o posterior (Debian: libzmq3-dev)"
    case .installExplorer: "instálelo junto a holocron o en PATH; lo necesita el explorador a pantalla completa"
    case .installProgram: "instálelo junto a holocron o en PATH; sin él hay que iniciar los agentes a mano"
    case .installFleetProgram: "instálelo junto a holocron-supervisor; sin él, holocron up falla"
    case .installOrigin: "instálelo junto a holocron-supervisor; sin él, holocron up necesita --origin"
    case .setTerminal: "defina TERM con el tipo de su terminal, o use holocron explore --plain"
    case .setLocale: "elija una configuración regional con UTF-8, como LC_ALL=C.UTF-8"
    case .ownKeys: "dé a cada acción una tecla propia"
    case .correctSetting: "corrija el ajuste"
    case .correctSettingOfServices: "corrija el ajuste; los programas que lo necesitan no arrancan"
    case .correctProjectFile: "corrija o elimine el archivo del proyecto"
    case .renameSection(let name, let similar): "cambie el nombre de \(name) a '\(similar)', o elimínela"
    case .removeSections(let count): count == 1 ? "elimínela" : "elimínelas"
    case .setHome: "defina HOME"
    case .setOwnFolder(let variable): "ponga en \(variable) una carpeta propia"
    case .setOtherFolder(let variable): "ponga en \(variable) otra carpeta"
    case .setWritableFolder(let variable): "ponga en \(variable) una carpeta en la que se pueda escribir"
    case .setShorterPath(let variable): "ponga en \(variable) una ruta más corta"
    case .freeSpace(let variable): "libere espacio en disco, o ponga en \(variable) otra carpeta"
    case .freeSpaceForCache:
      "libere espacio en disco; si no, las respuestas no se guardan y las búsquedas solo abarcan lo que cabe en la memoria"
    case .remove(let path): "elimine \(path)"
    case .moveOrRemove(let path): "mueva o elimine \(path)"
    case .restartBus: "reinicie el bus: holocron down, y luego holocron up"
    case .startBus: "ejecute holocron up, o cualquier petición, que inicia un nodo por sí misma"
    case .checkAddress: "compruebe la dirección (--bus, HOLOCRON_BUS); si es correcta, reanude o reinicie el broker que hay en ella"
    case .waitOrUseEmbedded:
      "las fichas guardadas siguen disponibles; vuelva a intentarlo más tarde, o ejecute holocron down y luego "
        + "holocron up --origin embedded, que no necesita red"
    case .startWorker(let program): "inicie \(program), o ejecute holocron up"
    case .checkPrograms: "un agente con un número de proceso falso no es de Holocron; compruebe qué programas se ejecutan con su usuario"
    case .stopForeign(let id): "si no lo ha iniciado usted, termínelo: kill \(id)"
    case .resume(let id): "reanúdelo: kill -CONT \(id)"
    case .restartStuck: "un agente que no responde está bloqueado o no es de Holocron; ejecute holocron down y luego holocron up"
    case .restart(let name): "ejecute holocron restart \(name)"
    case .resumeOrRestart(let id, let name): "reanúdelo con kill -CONT \(id), o ejecute holocron restart \(name)"
    case .correctThenRestart(let name): "corrija la causa y luego ejecute holocron restart \(name)"
    case .correctCause: "corrija la causa; el supervisor vuelve a intentarlo"
    case .largerIndex:
      "inicie el agente de búsqueda con un --index-memory mayor, o quite con holocron cache purge los tipos que no busca"
    case .makeWritableAndRestart:
      "permita escribir en la carpeta o libere espacio, y luego ejecute holocron restart --all, o holocron down si no hay nada más en marcha"
    case .makeWritable: "libere espacio o permita escribir en el archivo; el índice se guardará de nuevo por sí solo"
    case .oneOrigin: "detenga los recolectores de todos los orígenes menos uno; no se deben mezclar fichas de orígenes distintos"
    case .nextFetch(let origin): "la próxima descarga lo corrige; las fichas de \(origin) se conservan por si vuelve a él"
    case .checkServer: "compruebe el servidor y la red; hasta que responda se muestran las fichas guardadas"
    case .readReport(let path): "lea el último informe: \(path)"
    }
  }
}
