public import MessageBus
public import Models

/// Where the favourites are kept. Other front-ends may change them at any time.
public protocol FavouritesAccess: Sendable {
  /// Returns the favourites in the order in which they were added.
  func favourites() async throws(Problem) -> [Reference]
  /// Adds or removes a favourite and returns all of them.
  func setFavourite(_ reference: Reference, _ isFavourite: Bool) async throws(Problem) -> [Reference]
}
