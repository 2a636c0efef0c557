/// All pages of a list, in order. Prefetches a few pages.
struct PageStream: Sendable {
  /// Number of concurrent page requests: enough to hide latency, few enough to leave room for other requests.
  static let prefetchCount = 4

  /// Fetches the page with a number. ``OriginError/Code/notFound`` after the first page is the end of the list.
  let page: @Sendable (Int) async throws(OriginError) -> OriginPage

  /// A fetched page, or the error. Swift 6.3.1 with optimisation miscompiles a tuple that holds a `Result` with a typed error when the
  /// tuple leaves a task group; plain members are safe.
  private struct PageResult: Sendable {
    let number: Int
    var page: OriginPage?
    var error: OriginError?
  }

  /// Calls `body` with each page in order. Throws the first error; the pages before it have been passed to `body`.
  func forEach(_ body: @Sendable (OriginPage) -> Void) async throws(OriginError) {
    let first = try await page(1)
    body(first)
    guard first.pages > 1 else { return }
    let outcome = await withTaskGroup(of: PageResult.self) { group -> Result<Void, OriginError> in
      var (started, delivered) = (1, 1)
      var early: [Int: OriginPage] = [:]
      var end = first.pages
      func startNext() {
        guard started < end else { return }
        started += 1
        group.addTask { [number = started] in
          do throws(OriginError) { return PageResult(number: number, page: try await page(number)) } catch {
            return PageResult(number: number, error: error)
          }
        }
      }
      for _ in 0..<Self.prefetchCount { startNext() }
      for await result in group {
        if let error = result.error {
          guard error.code == .notFound else {
            group.cancelAll()
            return .failure(error)
          }
          // The list is shorter than its first page claimed.
          end = min(end, result.number - 1)
          continue
        }
        if result.number <= end { early[result.number] = result.page }
        while let next = early.removeValue(forKey: delivered + 1) {
          body(next)
          delivered += 1
          startNext()
        }
      }
      return .success(())
    }
    try outcome.get()
  }
}
