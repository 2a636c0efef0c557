/// All pages of a list, in order, with a few fetched ahead.
struct PageStream: Sendable {
  /// Pages under way at once: enough to hide the way to the origin, few enough to leave room for others.
  static let ahead = 4

  /// Gives the page of a number. ``OriginError/Code/notFound`` after the first page is the end of the list.
  let page: @Sendable (Int) async throws(OriginError) -> OriginPage

  /// A page that came, or why it did not. Swift 6.3.1 miscompiles, with optimisation, a tuple that holds a `Result` with a typed error when it leaves
  /// a task group; plain members are safe.
  private struct Arrival: Sendable {
    let number: Int
    var page: OriginPage?
    var error: OriginError?
  }

  /// Calls `take` with each page, one after the other. Throws the first failure; pages before it were taken.
  func forEach(_ take: @Sendable (OriginPage) -> Void) async throws(OriginError) {
    let first = try await page(1)
    take(first)
    guard first.pages > 1 else { return }
    let outcome = await withTaskGroup(of: Arrival.self) { group -> Result<Void, OriginError> in
      var (begun, taken) = (1, 1)
      var early: [Int: OriginPage] = [:]
      var end = first.pages
      func beginNext() {
        guard begun < end else { return }
        begun += 1
        group.addTask { [number = begun] in
          do throws(OriginError) { return Arrival(number: number, page: try await page(number)) } catch {
            return Arrival(number: number, error: error)
          }
        }
      }
      for _ in 0..<Self.ahead { beginNext() }
      for await arrival in group {
        if let error = arrival.error {
          guard error.code == .notFound else {
            group.cancelAll()
            return .failure(error)
          }
          // The list is shorter than it said.
          end = min(end, arrival.number - 1)
          continue
        }
        if arrival.number <= end { early[arrival.number] = arrival.page }
        while let next = early.removeValue(forKey: taken + 1) {
          take(next)
          taken += 1
          beginNext()
        }
      }
      return .success(())
    }
    try outcome.get()
  }
}
