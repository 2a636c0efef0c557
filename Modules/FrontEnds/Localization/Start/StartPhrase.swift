/// Texts of favourites and of the first screen.
public enum StartPhrase: Sendable, Hashable {
  /// Heading and tab title.
  case favourites
  /// The list of favourites is empty. The key adds a record; `nil` if no key does.
  case noFavourites(key: String?)
  /// Confirmations, with the name of the record.
  case favouriteAdded(String), favouriteRemoved(String)
  /// What favourites are sorted by: the time at which they were added, their name, their kind.
  case added, name, kind
  /// Heading above the kinds and their numbers of records.
  case catalogue
  /// Heading above the best results of the last search.
  case lastSearch
  /// Row that shows all results of the last search.
  case allResults(Int)
  /// A sentence about the catalogue that suggests something to try. The number of the day chooses the sentence.
  case lineOfTheDay(Int)
}

extension Language {
  /// Returns the sentence of a day; the same one returns after all the others.
  func line(of day: Int, in lines: [String]) -> String {
    lines.isEmpty ? "" : lines[(day % lines.count + lines.count) % lines.count]
  }
}
