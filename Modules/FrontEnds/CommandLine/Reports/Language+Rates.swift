import Localization

extension Language {
  /// Formats a rate: `0.4/s`, `1,250/s`.
  func rate(_ perSecond: Double) -> String {
    // Counters come from other processes, so limit the value to the range of Int.
    say(ProgressPhrase.perSecond(perSecond < 10 ? figures.decimal(perSecond) : figures.integer(Int(min(perSecond, 1e15).rounded()))))
  }
}
