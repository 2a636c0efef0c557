extension Spanish {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "Buscar"
    case .status: "Estado"
    case .mouseIsOn: "ratón activado"
    case .mouseIsOff: "ratón desactivado: la terminal vuelve a seleccionar texto"
    case .notLoadedYet: "aún no está cargado"
    case .noWebPage: "este origen no da ninguna dirección web"
    case .copied(let text): "copiado: \(text)"
    case .copiedToFile(let path): "copiado en \(path)"
    case .cannotOpenBrowser: "aquí ningún programa abre páginas web"
    case .connecting: "conectando…"
    case .noBus: "sin bus"
    case .offline: "sin conexión"
    case .busLost: "el bus se ha ido; lo conocido se queda, y la conexión volverá sola"
    case .busBack: "el bus ha vuelto"
    case .workers(let count): count == 0 ? "sin agentes" : count == 1 ? "1 agente" : "\(count) agentes"
    case .fresh(let seconds): seconds < 60 ? "al día" : "al día \(figures.age(seconds))"
    case .stale(let seconds): seconds < 60 ? "caducado" : "caducado \(figures.age(seconds))"
    case .tooSmall(let columns, let rows): "Holocron necesita \(columns)×\(rows)"
    case .size(let columns, let rows): "aquí hay \(columns)×\(rows)"
    }
  }
}
