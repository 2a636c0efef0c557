import Redis

extension RedisClient {
  /// Sends a command whose key is its second word.
  func ask(_ words: String...) async throws(RedisError) -> RedisValue {
    try await command(words.map { Array($0.utf8) }, key: words.count > 1 ? words[1] : nil)
  }
}

/// Returns the error of `body`, or `nil` if it has a value.
func failure(_ body: () async throws -> RedisValue) async -> RedisError? {
  do { _ = try await body() } catch { return error as? RedisError }
  return nil
}

extension Result {
  var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
