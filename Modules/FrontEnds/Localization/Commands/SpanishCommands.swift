extension Spanish {
  public func say(_ phrase: CommandPhrase) -> String {
    switch phrase {
    case .page(let page, let pages, let records, let next):
      "Página \(page) de \(pages), \(records)" + (next.map { "; página siguiente: --page \($0), todas las páginas: --all" } ?? "")
    case .noRecords(let kind): "No hay fichas: \(kind)."
    case .noNames(let kind?, let text): "Ningún nombre contiene «\(text)» (\(kind))."
    case .noNames(nil, let text): "Ningún nombre coincide con «\(text)»."
    case .resultsInstead(let text): "Resultados para \(text)"
    case .nothingFound(let text): "No hay resultados para «\(text)»."
    case .bestOnly(let shown, let all, let option): "Los \(shown) mejores de \(figures.integer(all)) resultados; para ver más: \(option)"
    case .missingNames(let count, let all): "Faltan \(count) de \(all) nombres; en su lugar hay referencias"
    case .emptyHistory: "El historial de búsquedas está vacío."
    case .emptyFavourites(let command): "Todavía no hay favoritos; añada uno con \(command)."
    case .alreadyFavourite(let record): "\(record) ya es un favorito"
    case .settingOverridden(by: let source): "\(source) tiene prioridad sobre este ajuste"
    case .fileNotRead(let file): "\(file) no se lee aquí"
    case .settingsMissing(let programs, let reason): "al script le faltan los ajustes de \(programs.joined(separator: ", ")): \(reason)"
    case .nothingRemoved: "Cancelado; no se ha eliminado nada."
    case .started(let program, let log): "\(program) iniciado; termina cuando ya no se usa (registro: \(log))"
    case .stopped(let programs): "detenido: \(programs)"
    case .nothingIsRunning: "no hay nada en marcha"
    case .startsOnDemand: "No hay nada en marcha; la primera petición inicia lo que necesita."
    case .busWithoutWorkers(let command): "Hay un bus en marcha sin agentes; para iniciarlos: \(command)."
    case .running(let services): "En marcha: \(services.joined(separator: ", "))"
    case .isUp(let logs): "en marcha (registros: \(logs))"
    case .servedStale(let age, let status):
      (status.map { "el origen respondió \($0)" } ?? "no hay respuesta utilizable del origen")
        + (age.map { "; los datos son de hace \(figures.age($0))" } ?? "; los datos son más antiguos")
    case .warning(let text): "aviso: \(text)"
    case .didYouMean(let choices): "¿Quería decir \(choices.either("o"))?"
    case .startCacheWorker(let command): "Iniciar una caché: \(command)"
    case .startEverything(let command): "Iniciar todo: \(command)"
    case .listWorkers(let command): "Ver los agentes conectados: \(command)"
    case .checkLoad(let command): "Ver la carga: \(command)"
    case .checkProcesses(let command): "Comprobar los procesos en marcha: \(command)"
    case .listOptions(let command): "Ver las opciones: \(command)"
    case .checkAddress: "Compruebe la dirección (--bus, HOLOCRON_BUS). Si es correcta, reanude o reinicie el broker que hay en ella."
    case .retryIn(let seconds): "Vuelva a intentarlo en \(figures.duration(Double(seconds)))."
    case .dashes(let example): "Un texto que empieza por - necesita -- delante: \(example)"
    case .allowMoreTime(let option, let load): "Más tiempo con \(option) SEGUNDOS; ver la carga: \(load)"
    case .repeatLostRequest(let option):
      "La petición se puede repetir sin riesgo. Si el agente se pierde otra vez, su respuesta quizá supere el límite \(option) del broker."
    case .originFallback(let stop, let start):
      "Las fichas guardadas siguen disponibles. Vuelva a intentarlo más tarde, o ejecute \(stop) y luego \(start), que no necesita red"
    case .moreCandidates(let count): "y \(count) más"
    case .checks(0, 0): "No se han encontrado problemas."
    case .checks(0, let warnings): "Ningún error, \(warnings == 1 ? "1 aviso" : "\(warnings) avisos")."
    case .checks(let failed, _): failed == 1 ? "1 comprobación ha fallado." : "\(failed) comprobaciones han fallado."
    }
  }

  public func describe(_ error: ErrorPhrase) -> String {
    switch error {
    case .notFound: "no encontrado"
    case .ambiguous: "nombre ambiguo"
    case .noBus: "no hay ningún bus en marcha"
    case .busSilent: "el bus no responde"
    case .untrusted: "el bus no es de confianza"
    case .noWorker: "no hay ningún agente conectado"
    case .overloaded: "demasiadas peticiones"
    case .workerLost: "se ha perdido el agente"
    case .deadline: "se ha agotado el tiempo"
    case .cancelled: "cancelado"
    case .originFailed: "el origen ha fallado"
    case .invalidArguments: "argumentos no válidos"
    case .connectionLost: "se ha perdido la conexión con el bus"
    case .notCached: "no está en la caché"
    case .noPath: "ningún camino"
    case .noWebPage: "nada que abrir"
    case .noFleet: "no hay ninguna flota en marcha"
    case .fleetIncomplete: "la flota está incompleta"
    case .importFailed: "no se puede importar"
    case .invalidSetting: "ajuste no válido"
    case .configurationUnchanged: "la configuración no ha cambiado"
    case .fileInUse: "el archivo está en uso"
    case .fileTooLarge: "el archivo es demasiado grande"
    case .editorFailed: "el editor ha fallado"
    case .noTerminal: "no es un terminal"
    case .expressionFailed: "jq ha fallado"
    }
  }
}
