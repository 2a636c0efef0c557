extension Wookiee {
  public func say(_ phrase: PlainPhrase) -> String {
    switch phrase {
    case .help:
      """
      people: rrooarr: films, planets, species, vehicles, starships
      show NAME: wuuh, people/1
      3: hwaaarg 3
      search WORDS: hraaw
      path NAME to NAME: raaawr ooh
      more: huurh
      back: hrooo
      status: rrgh
      quit: RRAAAWR
      """
    case .unknownNumber(let number): "aarrh \(number)"
    case .unknownCommand(let line): "\(line)? RRAAWR! help"
    case .more(let count): "\(count) huurh: more"
    case .noMore: "huurh"
    case .noPreviousPage: "aarrh hrooo"
    }
  }
}
