extension Spanish {
  public func say(_ phrase: NoticePhrase) -> String {
    switch phrase {
    case .marked(let count): "\(counted(count, "marcada", "marcadas"))"
    case .marksRemoved: "marcas quitadas"
    case .tooManyMarked(let count, let limit):
      "\(counted(count, "marcada", "marcadas")); una comparación tiene como máximo \(figures.integer(limit))"
    case .noEffect(let name): "«\(name)» no tiene efecto aquí"
    case .unknownKey(let key): "\(key) no tiene acción"
    case .searchFailed(let reason): "La búsqueda falló: \(reason)"
    case .embedded: "catálogo integrado"
    case .embeddedStatus: "El explorador lee el catálogo integrado. No usa ningún bus."
    case .originFails: "el origen falla"
    }
  }
}
