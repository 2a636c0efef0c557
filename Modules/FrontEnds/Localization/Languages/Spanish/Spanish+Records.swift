extension Spanish {
  public func say(_ phrase: RecordPhrase) -> String {
    switch phrase {
    case .loading: "cargando…"
    case .part(let here, let all): "\(figures.integer(here)) de \(figures.integer(all))"
    case .ordered(let field): "por \(field.lowercased())"
    case .emptyList: "Aquí no hay nada."
    case .noMatch(let text): "Nada se llama aquí «\(text)»."
    case .notLoaded(let reason): "No se pudo cargar: \(reason)"
    case .restNotLoaded(let count, let reason): "\(counted(count, "más no se pudo", "más no se pudieron")) cargar: \(reason)"
    case .retry(let key): "\(key) lo intenta otra vez"
    case .notReloaded(let reason): "no se recargó: \(reason)"
    case .reloading: "preguntando de nuevo al origen…"
    case .notFound: "no encontrado"
    case .old(let seconds): "hace \(figures.age(seconds))"
    case .stale: "anticuado"
    case .comparison: "Comparación"
    case .differences(let count, let all): "\(figures.integer(count)) de \(counted(all, "fila difiere", "filas difieren"))"
    case .moreBefore(let count): "‹ \(figures.integer(count)) más"
    case .moreAfter(let count): "\(figures.integer(count)) más ›"
    }
  }
}
