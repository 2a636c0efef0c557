extension English {
  public func say(_ phrase: PlainPhrase) -> String {
    switch phrase {
    case .help:
      """
      people: list all people; also films, planets, species, vehicles, starships
      show NAME: show a record by name, or by reference such as people/1
      3: open item 3
      search WORDS: search all records
      path NAME to NAME: find how two records are connected
      more: show more of a list
      back: go back
      status: show the bus status
      quit: exit
      """
    case .unknownNumber(let number): "there is no item \(number)"
    case .unknownCommand(let line): "unknown command '\(line)'; type help"
    case .more(let count): "\(count) more; type more"
    case .noMore: "end of the list"
    case .noPreviousPage: "nothing to go back to"
    }
  }
}
