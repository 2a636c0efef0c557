extension Spanish {
  public func describe(_ detail: ErrorDetailPhrase) -> String {
    switch detail {
    case .noWorkerOffers(let service): "ningún agente de este bus ofrece \(service)"
    case .queueFull(let service): "la cola de \(service) está llena; vuelva a intentarlo más tarde o inicie más agentes"
    case .clientFull: "hay demasiadas peticiones pendientes; espere primero algunas respuestas"
    case .brokerFull: "el broker ha llegado a su límite de peticiones pendientes; vuelva a intentarlo más tarde"
    case .repliesUnread: "hay demasiadas respuestas sin leer; lea algunas antes de enviar más peticiones"
    case .noWorkerFree(let service): "ningún agente de \(service) quedó libre a tiempo"
    case .noTimeLeft(let service): "la petición a \(service) ya no tenía tiempo al llegar al broker"
    case .workerTimedOut(let service): "un agente de \(service) aceptó la petición y no respondió a tiempo"
    case .workerLost(let service): "los agentes de \(service) que aceptaron la petición se perdieron antes de responder"
    case .noAnswer(let service, let request, let limit): "\(service) no respondió a «\(request)» en \(limit) ms"
    case .brokerSilent(let endpoint): "el broker en \(endpoint) no responde; quizá esté detenido o sobrecargado"
    case .noHandshake(let endpoint): "lo que escucha en \(endpoint) no responde como un bus; quizá sea un broker detenido u otro programa"
    case .notCached(let subject): "\(subject) no está en la caché, y la petición no permite descargarlo"
    case .cacheBusy(let subject): "\(subject) no está en la caché, y demasiadas peticiones esperan al origen; vuelva a intentarlo más tarde"
    case .stillFetching(let subject): "\(subject) aún no está disponible; vuelva a intentarlo"
    case .noFetcher(let subject, let program): "\(subject) no está en la caché, y no hay ningún recolector conectado; inicie \(program)"
    case .originBusy: "demasiadas peticiones esperan al origen; vuelva a intentarlo cuando algunas tengan respuesta"
    case .searchBusy: "demasiadas búsquedas esperan a otros servicios; vuelva a intentarlo más tarde"
    case .startWith(let command): "inicie uno con \(command)"
    case .refused(let origin): "\(origin) rechazó la conexión"
    case .unreachable(let origin): "no se puede acceder a \(origin)"
    case .unknownHost(let origin): "no se conoce el equipo de \(origin)"
    case .connectTimedOut(let origin): "la conexión con \(origin) no se estableció a tiempo"
    case .connectionBroken(let origin): "\(origin) cerró la conexión antes de terminar la respuesta"
    case .noTLS(let origin): "no hay conexión TLS con \(origin)"
    case .timedOut(let origin): "\(origin) no respondió a tiempo"
    case .throttled(let origin): "\(origin) pide ir más despacio"
    case .errorStatus(let origin, let status, let detail):
      "\(origin) respondió con el estado \(status)\(detail.map { ": \($0)" } ?? "")"
    case .failing(let origin, let seconds):
      "\(origin) está fallando\(seconds.map { "; próximo intento en \(figures.duration(Double($0)))" } ?? "")"
    case .noRecord(let record, let origin): "\(origin ?? "el origen") no tiene la ficha \(record)"
    case .noPage(let kind, let page, let pages): "la lista \(kind) tiene \(counted(pages, "página", "páginas")); no hay página \(page)"
    case .noPath(let from, let to): "ninguna ficha del índice une \(from) y \(to)"
    case .noWebPage(let record): "\(record) no tiene página web en su origen; use holocron show \(record)"
    case .tooManyWords(let limit): "demasiadas palabras: \(limit) como máximo, incluidas las de los filtros y las frases"
    case .spacedFilter(let filter): "escriba \(filter) sin espacios"
    case .fieldWithoutOrder(let name, let example): "\(name) no se puede comparar con < o >; escriba \(example)"
    case .numberNeeded(let name, let example): "\(name) necesita un número, como \(example)"
    case .dateNeeded(let name, let example): "\(name) necesita una fecha, como \(example)"
    case .unknownFilterField(let name, let hasSuggestions):
      "campo desconocido: «\(name)»" + (hasSuggestions ? "" : "; ponga el texto entre comillas para buscarlo")
    case .unknownFilterKind(let name): "tipo desconocido: «\(name)»"
    case .kindAsField(let name, let example): "campo desconocido: «\(name)» es un tipo; escriba \(example)"
    case .fieldOfOtherKinds(let name, let kinds): "campo desconocido: «\(name)» solo existe en \(kinds.joined(separator: ", "))"
    case .unknownSubcommand(let word, let words): "suborden desconocida: «\(word)» (disponibles: \(words.joined(separator: ", ")))"
    case .unknownKind(let word, let words): "tipo desconocido: «\(word)» (disponibles: \(words.joined(separator: ", ")))"
    case .unknownField(let word, let words): "campo desconocido: «\(word)» (disponibles: \(words.joined(separator: ", ")))"
    case .unknownSortKey(let word, let words): "clave de orden desconocida: «\(word)» (disponibles: \(words.joined(separator: ", ")))"
    case .unknownFilm(let word, let words): "ninguna película coincide con «\(word)» (disponibles: \(words.joined(separator: ", ")))"
    case .notAFavourite(let record): "\(record) no es un favorito"
    case .notInHistory(let text): "la búsqueda «\(text)» no está en el historial"
    case .setting(let mistake): describe(mistake)
    case .stillFinishing(let program, let id):
      "\(say(NotePhrase.process(program, id))) aún está terminando sus peticiones; espere, o termine el proceso a la fuerza"
    case .processesFinishing(let names):
      "el supervisor se terminó a la fuerza, y sus procesos aún están terminando sus peticiones: \(names.joined(separator: ", "))"
    case .notStarted(let services, let logs): "sin iniciar a tiempo: \(say(NotePhrase.list(services))); vea los registros en \(logs)"
    case .startFailed(let services, let finding, let log):
      "sin iniciar a tiempo: \(say(NotePhrase.list(services))); \(say(finding)); vea el registro \(log)"
    case .processGivenUp(let finding, let process, let log):
      "\(say(finding)); \(say(RemedyPhrase.correctThenRestart(process))); vea el registro \(log)"
    case .unresponsiveWorker(let finding, let remedy): "\(say(finding)); \(say(remedy))"
    case .notSupervised: "solo se pueden reiniciar los procesos que inició holocron up"
    case .runsInNode(let id, let command):
      "\(say(NotePhrase.process("holocron-node", id))) reúne todos los servicios en un proceso; "
        + "\(command) necesita una flota, que holocron up inicia en su lugar"
    case .startedByHand(let bus, let command): "el bus en \(bus) se inició a mano; \(command) necesita una flota iniciada con holocron up"
    case .needsFleet(let command): "\(command) necesita una flota; inicie una con holocron up"
    case .fleetUnfinished(let id, let logs):
      "\(say(NotePhrase.process("holocron-supervisor", id))) no ha terminado; vea los registros en \(logs)"
    case .otherVersion(let id):
      "\(say(NotePhrase.process("holocron-supervisor", id))) es de otra versión y no puede reiniciar ni escalar sus procesos; ejecute holocron down y después holocron up"
    case .otherOrigin(let origin, let options):
      "la flota en marcha usa el origen \(origin); para cambiarlo, ejecute holocron down y después holocron up con \(options)"
    case .otherBus(let bus, let options):
      "la flota en marcha usa el bus \(bus); para cambiarlo, ejecute holocron down y después holocron up con \(options)"
    case .ignoredOption(let option, let bus):
      "el bus en \(bus) se inició a mano, así que \(option) no tiene efecto; deténgalo donde lo inició y ejecute holocron up de nuevo"
    case .noTimeFor(let request): "no queda tiempo para «\(request)»"
    case .busStarting(let bus): "el bus en \(bus) aún se está iniciando"
    case .missingFolder(let folder): "--bus: la carpeta \(folder) no existe; créela o corrija la ruta"
    case .noExportHeader: "la primera línea no es la cabecera de una caché exportada; cree un archivo con holocron cache export"
    case .exportVersion(let version, let supported):
      "el archivo tiene la versión \(version) del formato y este programa lee la versión \(supported); cree un archivo con holocron cache export"
    case .emptyExport: "el archivo está vacío; cree un archivo con holocron cache export"
    case .inputUnfinished(let file): "\(file ?? "la entrada estándar") no terminó a tiempo; las entradas ya leídas pueden estar en la caché"
    case .expressionTimeout: "la expresión tarda demasiado; vea --timeout"
    case .expressionMemoryLimit: "la expresión usa demasiada memoria"
    case .expressionCrash: "libjq dejó de funcionar mientras evaluaba la expresión"
    case .configurationNotWritten(let file, let reason): "no se puede escribir el archivo de configuración \(file): \(reason)"
    case .configurationInUse(let file): "otro programa está cambiando \(file); inténtelo de nuevo"
    case .configurationTooLarge(let file, let limit):
      "el archivo de configuración \(file) no debe superar los \(figures.integer(limit)) bytes"
    case .editorFailed(let command): "el editor «\(command)» ha fallado; elija otro con VISUAL o EDITOR"
    case .editorNeedsTerminal: "ejecútelo en un terminal o use holocron config set"
    case .unknownOption(let word): "opción desconocida: \(word)"
    case .unknownCommand(let word): "orden desconocida: «\(word)»"
    case .unexpectedArgument(let word): "argumento inesperado: «\(word)»"
    case .missingArgument(let usage): "falta un argumento; uso: \(usage.joined(separator: " o "))"
    case .missingValue(let option, let values):
      "falta el valor de \(option)" + (values.map { "; valores posibles: \(describe($0))" } ?? "")
    case .invalidValue(let value, let option, let values):
      "valor no válido «\(value)» para \(option); valores posibles: \(describe(values))"
    case .incompleteFilter(let word, let example): "«\(word)» necesita un valor, como \(example)"
    case .nothingListens(let endpoint): "ningún proceso escucha en \(endpoint)"
    case .noName(let name): "ninguna ficha se llama «\(name)»"
    case .manyRecords(let count): "\(figures.integer(count)) fichas coinciden; use una de estas referencias"
    }
  }

  private func describe(_ values: ValidValues) -> String {
    switch values {
    case .choices(let words): words.joined(separator: ", ")
    case .wholeNumber(let first, let last?): "un número entero de \(first) a \(last)"
    case .wholeNumber(let first, nil): "un número entero a partir de \(first)"
    case .seconds(let first, let last): "un número de segundos de \(figures.decimal(first)) a \(figures.integer(last))"
    case .secondsAbove(let first, let last):
      "un número de segundos mayor que \(figures.integer(first)), como máximo \(figures.integer(last))"
    case .nonEmptyText: "un texto no vacío"
    }
  }
}
