/// Says what an answer counts as.
struct AnswerJudge: Sendable {
  /// `nil` if bodies are not compared.
  let verifier: BodyVerifier?
  /// Whether a status of 3xx counts as success.
  let acceptsRedirects: Bool

  func outcome(of call: Call, _ answer: Answer, _ timing: RequestTiming, isWarmUp: Bool) -> RequestOutcome {
    var outcome = RequestOutcome(
      operation: call.key.operation, timing: timing, status: answer.status.map(String.init) ?? answer.failure)
    outcome.cacheStatus = answer.cacheStatus.map(CacheStatusLabel.label)
    outcome.byteCount = answer.byteCount
    guard let status = answer.status else {
      (outcome.isAnswered, outcome.isError) = (false, true)
      outcome.example = "\(call.payload.text): \(answer.failure)"
      return outcome
    }
    // No origin knows unique keys.
    outcome.isError = (status >= 400 && !(status == 404 && call.isUnique)) || ((300..<400).contains(status) && !acceptsRedirects)
    if outcome.isError { outcome.example = "\(call.payload.text): status \(status)" }
    guard status == 200, !isWarmUp, let verifier else { return outcome }
    switch verifier.check(call, answer) {
    case .nothingToCompare: break
    case .right: outcome.isVerified = true
    case .wrong:
      (outcome.isVerified, outcome.isWrong, outcome.isError) = (true, true, true)
      outcome.example = "\(call.payload.text): the body differs from \(verifier.reference)"
    }
    return outcome
  }
}
