extension German {
  public func say(_ phrase: PlainPhrase) -> String {
    switch phrase {
    case .help:
      """
      people: eine Liste; auch films, planets, species, vehicles, starships
      show NAME: ein Eintrag beim Namen oder als people/1
      3: dem folgen, was diese Nummer hat
      search WORDS: alles, was passt
      path NAME to NAME: wie zwei Einträge verbunden sind
      more: der Rest einer Liste
      back: dahin, wo du vorher warst
      status: was auf dem Bus läuft
      quit: aufhören
      """
    case .unknownNumber(let number): "nichts hat hier die Nummer \(number)"
    case .unknownCommand(let line): "\(line) ist kein Befehl; help zählt sie auf"
    case .more(let count): "\(count) weitere: more eingeben"
    case .noMore: "das war alles"
    case .noPreviousPage: "dahinter liegt nichts"
    }
  }
}
