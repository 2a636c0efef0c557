extension French {
  public func say(_ phrase: PlainPhrase) -> String {
    switch phrase {
    case .help:
      """
      people: une liste ; aussi films, planets, species, vehicles, starships
      show NAME: une fiche par son nom, ou people/1
      3: suivre ce qui porte ce numéro
      search WORDS: tout ce qui correspond
      path NAME to NAME: ce qui relie deux fiches
      more: la suite d'une liste
      back: où vous étiez avant
      status: ce qui tourne sur le bus
      quit: partir
      """
    case .unknownNumber(let number): "rien ici ne porte le numéro \(number)"
    case .unknownCommand(let line): "\(line) n'est pas une commande ; help les énumère"
    case .more(let count): "encore \(count) : tapez more"
    case .noMore: "c'est tout"
    case .noPreviousPage: "il n'y a rien derrière"
    }
  }
}
