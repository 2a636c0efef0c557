extension Language {
  /// Returns a text of the help. The keys of the tables are the English texts, as in gettext, because each text stands beside the command or
  /// option that it describes. A text without a translation, such as that of a plugin, stays in English.
  public func help(_ english: String) -> String {
    for table in helpTables { if let text = table[english] { return text } }
    return english
  }
}
