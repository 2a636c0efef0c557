public import MessageBus
public import Models
import Platform

extension FavouritesFile: FavouritesAccess {
  public func favourites() async throws(Problem) -> [Reference] { try await onThread { () throws(Problem) in try read().references } }

  public func setFavourite(_ reference: Reference, _ isFavourite: Bool) async throws(Problem) -> [Reference] {
    try await onThread { () throws(Problem) in try set(reference, isFavourite: isFavourite).favourites.references }
  }

  /// Runs `body` on a thread of its own, because it may wait for another program.
  private func onThread(_ body: @escaping @Sendable () throws(Problem) -> [Reference]) async throws(Problem) -> [Reference] {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<[Reference], Problem>, Never>) in
      do throws(SystemError) {
        try BackgroundThread.start { continuation.resume(returning: Result(catching: body)) }
      } catch {
        continuation.resume(
          returning: .failure(Problem(500, "cannot use the favourites", detail: "no thread can be started: \(error.reason)")))
      }
    }
    return try result.get()
  }
}
