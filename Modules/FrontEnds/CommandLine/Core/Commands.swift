import Models

/// Every command there is, in the order of the help.
struct Commands: Sendable {
  let all: [any Command]

  /// A list command for each kind, and one of each other command. A test compares the list with the files of the folder Commands.
  static func standard(kinds: Kinds) -> Commands {
    Commands(
      all: kinds.all.map(ListCommand.init) + [
        ShowCommand(),
        SearchCommand(),
        SuggestCommand(),
        HistoryCommand(),
        CompareCommand(),
        PathCommand(),
        RandomCommand(),
        OpenCommand(),
        CrawlCommand(),
        ExploreCommand(),
        UpCommand(),
        DownCommand(),
        StatusCommand(),
        TopCommand(),
        WatchCommand(),
        CacheCommand(),
        DoctorCommand(),
        ConfigCommand(),
        SchemaCommand(),
        VersionCommand(),
        HelpCommand(),
      ])
  }

  subscript(name: String) -> (any Command)? { all.first { $0.name == name } }

  /// The switches of all commands together.
  var switches: [Switch] { CommonOptions.all + all.flatMap(\.switches) }
}
