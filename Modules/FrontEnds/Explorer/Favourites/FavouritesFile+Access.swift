public import MessageBus
public import Models

extension FavouritesFile: FavouritesAccess {
  public func favourites() async throws(Problem) -> [Reference] { try read().references }

  public func setFavourite(_ reference: Reference, _ isFavourite: Bool) async throws(Problem) -> [Reference] {
    try set(reference, isFavourite: isFavourite).favourites.references
  }
}
