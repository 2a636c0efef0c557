import Models

/// All pages of a list, in order, with a few fetched ahead.
struct PageStream: Sendable {
  /// Pages under way at once: enough to hide the way to the origin, few enough to leave room for others.
  static let ahead = 4
  /// No list is longer. A server that counts wrong must not keep a worker busy for ever.
  static let most = 10_000

  let origin: any Origin
  let kind: KindName
  let search: String?
  /// When a page that is asked for now must be there.
  let deadline: @Sendable () -> ContinuousClock.Instant

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
    guard first.pages <= Self.most else {
      throw OriginError(
        .malformed, "the origin \(origin.address) claims \(first.pages) pages of \(kind): more than \(Self.most) are not read")
    }
    take(first)
    guard first.pages > 1 else { return }
    let outcome = await withTaskGroup(of: Arrival.self) { group -> Result<Void, OriginError> in
      var (begun, taken) = (1, 1)
      var early: [Int: OriginPage] = [:]
      func beginNext() {
        guard begun < first.pages else { return }
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
          group.cancelAll()
          return .failure(error)
        }
        early[arrival.number] = arrival.page
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

  private func page(_ number: Int) async throws(OriginError) -> OriginPage {
    let fetched = try await origin.page(number, of: kind, search: search, entityTag: nil, before: deadline())
    guard let page = fetched.content else {
      throw OriginError(
        .malformed, "the origin \(origin.address) said of page \(number) of \(kind) that it is unchanged, unasked", status: 304)
    }
    return page
  }
}
