/// What was recorded between two times from the start of the run.
struct Piece: Sendable {
  let start, end: Duration
  let sample: Recorder.Sample
}

/// Runs an engine and hands over what it records, several times a second.
struct LoadSampler: Sendable {
  /// The time between two pieces: the shortest time between two drawings of the live view.
  static let period = Duration.milliseconds(250)

  let engine: LoadEngine
  /// Called with each piece, in order.
  let sink: @Sendable (Piece) async -> Void

  /// Returns when the engine has ended and everything was handed over. Cancelling the task ends the engine.
  func run() async {
    let start = await withTaskGroup(of: Duration?.self) { group in
      group.addTask {
        await engine.run()
        return nil
      }
      group.addTask { await sample() }
      var last = Duration.zero
      for await end in group {
        // Whichever ends first, the other has nothing left to do.
        group.cancelAll()
        if let end { last = end }
      }
      return last
    }
    await sink(Piece(start: start, end: max(start, engine.timeline.now()), sample: engine.recorder.take()))
  }

  /// Hands over pieces until the task is cancelled. Returns the end of the last one.
  private func sample() async -> Duration {
    let (timeline, period) = (engine.timeline, Self.period)
    // Pieces start at the end of the warm-up, where a new interval begins.
    var next = remainder(engine.plan.warmUp, period)
    var start = Duration.zero
    if next == .zero { next = period }
    while (try? await timeline.sleep(next)) != nil {
      let now = timeline.now()
      await sink(Piece(start: start, end: now, sample: engine.recorder.take()))
      start = now
      while next <= now { next += period }
    }
    return start
  }

  private func remainder(_ duration: Duration, _ period: Duration) -> Duration {
    duration - period * Int((duration / period).rounded(.down))
  }
}
