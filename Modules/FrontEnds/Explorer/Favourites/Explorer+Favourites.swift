import Localization
import Models
import Presentation

extension Explorer {
  func isFavourite(_ reference: Reference) -> Bool { favourites?.contains(reference) ?? false }

  /// Adds the record to the favourites or removes it. The screen changes at once; the file follows, one change after the other.
  mutating func toggleFavourite(_ reference: Reference, _ context: inout UpdateContext) {
    guard var list = favourites else { return context.reportNoEffect(of: .favourite) }
    let isFavourite = list.toggle(reference)
    favouriteChanges.add(reference, isFavourite: isFavourite)
    favouriteChanges.sendNext(&context)
    let name = ReferenceWording(context.cache, kinds, settings.wording).name(of: reference)
    context.toast = Toast(settings.language.say(isFavourite ? .favouriteAdded(name) : .favouriteRemoved(name)), .good)
    setFavourites(list, &context)
  }

  /// Handles the result of a request for the favourites or of a change. Returns `false` if `id` is another request.
  mutating func receiveFavourites(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool {
    let isChange = favouriteChanges.isChange(id)
    guard let meaning = favouriteChanges.end(id) else { return false }
    favouriteChanges.sendNext(&context)
    switch result {
    case .favourites(let references): if meaning == .current { setFavourites(FavouriteList(references), &context) }
    case .failed(let problem):
      context.toast = Toast(problem.reason(in: context.language), .bad)
      // The screen shows what is in the file.
      if isChange, meaning == .current { _ = context.send(.favourites) }
    default: break
    }
    return true
  }

  private mutating func setFavourites(_ list: FavouriteList, _ context: inout UpdateContext) {
    guard list != favourites else { return }
    favourites = list
    context.favourites = list.references
    forEachModel { $0.favouritesChanged(&context) }
  }

  /// Notes the requests for favourites among the effects of an update.
  mutating func noteFavouriteRequests(_ effects: [Effect]) {
    for case .send(let id, .favourites) in effects { favouriteChanges.noteRead(id) }
  }
}
