extension Spanish {
  public func say(_ phrase: PlainPhrase) -> String {
    switch phrase {
    case .help:
      """
      people: una lista; también films, planets, species, vehicles, starships
      show NAME: una ficha por su nombre, o people/1
      3: seguir lo que tiene ese número
      search WORDS: todo lo que encaja
      path NAME to NAME: qué une dos fichas
      more: el resto de una lista
      back: donde estabas antes
      status: qué hay en el bus
      quit: salir
      """
    case .unknownNumber(let number): "aquí nada tiene el número \(number)"
    case .unknownCommand(let line): "\(line) no es una orden; help las enumera"
    case .more(let count): "\(count) más: escribe more"
    case .noMore: "eso es todo"
    case .noPreviousPage: "no hay nada detrás"
    }
  }
}
