extension Spanish {
  public var answers: AnswerWords { AnswerWords(yes: "s", "sí", "si", no: "n") }

  public func say(_ phrase: NotePhrase) -> String {
    switch phrase {
    case .listIncomplete(let kind, let counted, let returned):
      "La lista está incompleta: el origen cuenta \(figures.integer(counted)) (\(kind)), pero ha devuelto \(figures.integer(returned))."
    case .firstPage(let shown, let all, let kind): "\(shown) de \(all) (\(kind)); todas con --all"
    case .cachedListSearched(let reason): "\(reason); se busca en la lista guardada"
    case .silentOriginListSearched(let time):
      "el origen no responde desde hace \(time); se busca en la lista guardada"
    case .bestOnly(let shown, let all, let option): "los \(shown) mejores de \(figures.integer(all)) resultados; para ver más: \(option)"
    case .searchNotSaved(let problem): "no se pudo guardar esta búsqueda en el historial: \(problem)"
    case .indexIncomplete(let count, let all): "\(index(count, all)); holocron cache warm descarga el resto."
    case .originSearched(let count, let all): "\(index(count, all)); también se usó la búsqueda del origen."
    case .namesOfOneRecord: "Los dos nombres se refieren a la misma ficha."
    case .stepCount(let count): counted(count, "paso", "pasos")
    case .opening(let address): "Abriendo \(address)"
    case .recordSource(let record, let source, let age):
      "\(record) procede de \(source)\(age.map { ", de hace \(figures.duration(Double($0)))" } ?? "")"
    case .oneServer(let count): "uno de \(count) servidores"
    case .unknownOrigin: "un origen desconocido"
    case .expressionFailed(let reason, 1): "--jq: \(reason)"
    case .expressionFailed(let reason, let count):
      "--jq falló con \(figures.integer(count)) valores; la última vez: \(reason)"
    case .exported(let count, let bytes): "\(counted(count, "entrada exportada", "entradas exportadas")), \(figures.bytes(bytes))."
    case .leftOut(let count, let command):
      "\(counted(count, "entrada omitida", "entradas omitidas")), por daños o por ser demasiado grandes; \(command) nombra las dañadas."
    case .lineRejected(let line, let reason): "línea \(line): \(reason)"
    case .moreRejected(let count): counted(count, "línea más rechazada", "líneas más rechazadas")
    case .repairHint(let command): "Para quitar lo dañado, ejecute \(command)."
    case .notFetched(let record, let problem): "no se pudo descargar \(record): \(problem)"
    case .listLacks(let kind, let count):
      "La lista \(kind) está incompleta: el origen cuenta \(counted(count, "ficha", "fichas")) más de las que ha devuelto."
    case .process(let program, let id): "\(program) (proceso \(id))"
    case .list(let names): names.joined(separator: " y ")
    case .orphans(let names): "\(names), cuyo supervisor se terminó a la fuerza"
    case .notStopped(let bus): "no se ha detenido nada: el bus en \(bus) se inició a mano; deténgalo donde lo inició"
    case .notStarted(let bus):
      "no se ha iniciado nada: el bus en \(bus) se inició a mano; holocron status muestra sus agentes. O deténgalo donde lo inició y "
        + "ejecute de nuevo holocron up"
    case .otherFleetKept(let bus): "no se ha detenido nada: los procesos en marcha usan el bus \(bus)"
    case .makingRoom(let process): "deteniendo \(process) para hacer sitio"
    case .waitingForEnd(let process): "esperando a que termine \(process)"
    case .wasKilled(let process): "\(process) se terminó a la fuerza; se inicia todo de nuevo"
    case .startInterrupted: "interrumpido; se detienen los procesos iniciados"
    case .sizes(let caches, let fetchers, let searches):
      [
        caches.map { counted($0, "agente de caché", "agentes de caché") }, fetchers.map { counted($0, "recolector", "recolectores") },
        searches.map { counted($0, "agente de búsqueda", "agentes de búsqueda") },
      ].compactMap(\.self).joined(separator: ", ")
    case .alreadyRunning(let name): "ya está en marcha (\(name))"
    case .alreadySized(let sizes, let name): "ya hay \(sizes) (\(name))"
    case .resized(let sizes, let name): "ahora \(sizes) (\(name))"
    case .restartedProcesses(let names): "reiniciado: \(names)"
    case .lastLines(let log): "las últimas líneas de \(log):"
    case .logsElsewhere(let logs, let folder, let reason):
      "no se puede escribir en \(folder): \(reason); los registros están en \(logs); para conservarlos, ponga en XDG_STATE_HOME otra carpeta"
    case .noExplorer(let program): "\(program) no está instalado; se muestra una sola medición en lugar de la vista en directo"
    case .dumbTerminal: "el terminal no puede mover el cursor (TERM=dumb); se ejecuta con --plain"
    case .nodeRunsAll: "holocron-node ejecuta ahora todos los servicios; estos registros son anteriores, holocron logs node muestra el suyo"
    case .noLogs(let folder): "no hay registros en \(folder)"
    case .followingLog(let name): "Siguiendo \(name); Ctrl-C para terminar."
    case .followingLogs(let count): "Siguiendo \(count) registros; Ctrl-C para terminar."
    case .watching(let topic): "Observando \(topic ?? "todos los eventos"); Ctrl-C para terminar."
    case .eventsMissed: "puede que falten eventos; se observa de nuevo"
    case .busIsLost: "se ha perdido el bus; los eventos continuarán cuando vuelva"
    case .unknownTopic(let topic): "ningún tema conocido empieza por \(topic); se observa de todos modos"
    case .recording(let file): "Grabando en \(file) las peticiones del bus; Ctrl-C para terminar."
    case .requestsMissed(let count):
      "\(counted(Int(clamping: count), "petición no se grabó", "peticiones no se grabaron")): se perdió el bus, o llegaban demasiado rápido"
    case .recordingAgain: "puede que falten peticiones; se graba de nuevo"
    case .countersAreOn: "los contadores ya están activados"
    case .countersAreOff: "los contadores están desactivados"
    case .countersTurnedOff: "los contadores están desactivados y los números, eliminados"
    case .countsAreZero: "los contadores están a cero"
    case .countersCanBeTurnedOn(let command): "los contadores están desactivados; \(command) los activa"
    case .counting(let file, let command): "se cuentan las órdenes en \(file); \(command) lo detiene"
    case .purgeEverything: "¿Quitar todo de la caché?"
    case .purgeKind(let kind): "¿Quitar de la caché: \(kind)?"
    case .purgeRecord(let record): "¿Quitar \(record) de la caché?"
    case .clearHistory: "¿Borrar el historial de búsquedas?"
    case .editAgain: "¿Editar el archivo otra vez?"
    }
  }

  private func index(_ count: Int, _ all: Int?) -> String {
    "El índice tiene \(counted(count, "ficha", "fichas"))\(all.map { " de \(figures.integer($0))" } ?? "")"
  }
}
