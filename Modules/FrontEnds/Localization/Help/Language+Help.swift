extension Language {
  /// Returns a text of the help. The keys of the tables are the English texts, as in gettext, because each text stands beside the command or
  /// option that it describes. A text without a translation, such as that of a plugin, stays in English.
  public func help(_ english: String) -> String {
    for table in helpTables { if let text = table[english] { return text } }
    return english
  }
}

extension English {
  public var helpTables: [[String: String]] { [] }
}

extension German {
  public var helpTables: [[String: String]] { [Self.catalogueHelp, Self.processesHelp, Self.aboutHelp, Self.explorerHelp] }
}

extension French {
  public var helpTables: [[String: String]] { [Self.catalogueHelp, Self.processesHelp, Self.aboutHelp, Self.explorerHelp] }
}

extension Spanish {
  public var helpTables: [[String: String]] { [Self.catalogueHelp, Self.processesHelp, Self.aboutHelp, Self.explorerHelp] }
}

extension Japanese {
  public var helpTables: [[String: String]] { [Self.catalogueHelp, Self.processesHelp, Self.aboutHelp, Self.explorerHelp] }
}

extension Wookiee {
  public var helpTables: [[String: String]] { [Self.catalogueHelp, Self.processesHelp, Self.aboutHelp, Self.explorerHelp] }
}
