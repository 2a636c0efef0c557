import Localization
import Models
import Presentation

extension Explorer {
  func isFavourite(_ reference: Reference) -> Bool { favourites?.contains(reference) ?? false }

  /// Adds the record to the favourites or removes it. The screen changes at once; the file follows.
  mutating func toggleFavourite(_ reference: Reference, _ context: inout UpdateContext) {
    guard let favourites else { return context.reportNoEffect(of: .favourite) }
    let isFavourite = !favourites.contains(reference)
    _ = context.send(.setFavourite(reference, isFavourite))
    let name = context.names.name(of: reference)
    context.toast = Toast(settings.language.say(isFavourite ? .favouriteAdded(name) : .favouriteRemoved(name)), .good)
    setFavourites(isFavourite ? favourites + [reference] : favourites.filter { $0 != reference }, &context)
  }

  /// Handles the result of a request for the favourites or of a change. Returns `false` if `id` is another request.
  mutating func receiveFavourites(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool {
    guard let index = favouriteRequests.firstIndex(where: { $0.id == id }) else { return false }
    let isLast = index == favouriteRequests.count - 1
    let isChange = favouriteRequests.remove(at: index).isChange
    switch result {
    case .favourites(let references): if isLast { setFavourites(references, &context) }
    case .failed(let problem):
      context.toast = Toast(problem.reason(in: context.language), .bad)
      // The screen shows what is in the file.
      if isLast, isChange { _ = context.send(.favourites) }
    default: break
    }
    return true
  }

  private mutating func setFavourites(_ references: [Reference], _ context: inout UpdateContext) {
    guard references != favourites else { return }
    favourites = references
    context.favourites = references
    updateAllPages(.favouritesChanged, &context)
  }
}
