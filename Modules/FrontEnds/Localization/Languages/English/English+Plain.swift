extension English {
  public func say(_ phrase: PlainPhrase) -> String {
    switch phrase {
    case .help:
      """
      people: a list; also films, planets, species, vehicles, starships
      show NAME: a record by name, or as people/1
      3: follow what has that number
      search WORDS: everything that fits
      path NAME to NAME: how two records are connected
      more: the rest of a list
      back: where you were before
      status: what runs on the bus
      quit: leave
      """
    case .noNumber(let number): "nothing here has the number \(number)"
    case .noCommand(let line): "\(line) is no command; help lists them"
    case .more(let count): "\(count) more: type more"
    case .noMore: "that was all"
    case .nothingBehind: "nothing lies behind"
    }
  }
}
