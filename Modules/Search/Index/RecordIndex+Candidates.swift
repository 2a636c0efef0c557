import Logging
import Models

extension RecordIndex {
  /// The places in `library` of the records in which something fits; `nil` for all, also when the store fails.
  nonisolated func candidates(for probes: [Probe], in library: Library) async -> [Int]? {
    guard let expression = TextExpression(probes, library).text else { return nil }
    guard !expression.isEmpty else { return [] }
    do throws(SearchError) {
      return try await store.records(matching: expression).compactMap { library.place(of: $0) }.sorted()
    } catch {
      logger.warning("The full-text index failed; all records are compared instead", metadata: ["reason": "\(error.message)"])
      return nil
    }
  }
}
