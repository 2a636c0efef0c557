extension Spanish {
  public func say(_ phrase: ProgressPhrase) -> String {
    switch phrase {
    case .readingLists: "leyendo las listas"
    case .fetching: "descargando"
    case .exporting: "exportando"
    case .importing: "importando"
    case .checking: "comprobando"
    case .fillingIndex: "creando el índice"
    case .restarting: "reiniciando"
    case .readingNames: "leyendo nombres"
    case .imported(let count): counted(count, "entrada importada", "entradas importadas")
    case .indexed(let count): say(ReportPhrase.recordsIndexed(count, of: nil))
    case .starting: "iniciando"
    case .startingProgram(let program): "iniciando \(program)"
    case .waiting(let services): "esperando a \(services.either("y"))"
    case .reading(let name): "leyendo \(name)"
    case .lookingUp(let text): "buscando \(text)"
    case .restartingProcess(let process, let number, let count): "reiniciando \(process) (\(number) de \(count))"
    case .timeLeft(let time): "quedan \(time)"
    case .perSecond(let amount): "\(amount)/s"
    }
  }
}
