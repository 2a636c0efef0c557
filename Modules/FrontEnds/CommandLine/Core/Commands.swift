import Console
import Models

/// All commands, in the order of the help.
struct Commands: Sendable {
  let all: [any Command]

  /// Returns a list command for each kind and one instance of every other command. A test compares the list with the files in the folder
  /// Commands.
  static func standard(kinds: Kinds) -> Commands {
    Commands(
      all: kinds.all.map(ListCommand.init) + [
        ShowCommand(),
        SearchCommand(),
        SuggestCommand(),
        HistoryCommand(),
        FavouritesCommand(),
        CompareCommand(),
        PathCommand(),
        RandomCommand(),
        OpenCommand(),
        CrawlCommand(),
        QuizCommand(),
        ExploreCommand(),
        UpCommand(),
        DownCommand(),
        StatusCommand(),
        TopCommand(),
        LogsCommand(),
        ScaleCommand(),
        RestartCommand(),
        WatchCommand(),
        CacheCommand(),
        DoctorCommand(),
        ConfigCommand(),
        UsageCommand(),
        SchemaCommand(),
        CompletionCommand(),
        VersionCommand(),
        HelpCommand(),
      ])
  }

  /// The command with this name, or the list of the kind that is called so.
  subscript(name: String) -> (any Command)? {
    all.first { $0.name == name } ?? all.first { ($0 as? ListCommand)?.kind.words.contains(name) == true }
  }

  /// The options of all commands together.
  var options: [OptionDefinition] { CommonOptions.all + all.flatMap(\.options) }
}
