extension Spanish {
  public func say(_ phrase: ChromePhrase) -> String {
    switch phrase {
    case .search: "Buscar"
    case .status: "Estado"
    case .mouseIsOn: "ratón activado"
    case .mouseIsOff: "ratón desactivado: la terminal vuelve a seleccionar texto"
    case .notLoadedYet: "aún no está cargado"
    case .noAddress: "este origen no da ninguna dirección web"
    case .copied(let text): "copiado: \(text)"
    }
  }
}
