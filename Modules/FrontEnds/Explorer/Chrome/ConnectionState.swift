import Localization
import Presentation

/// The connection state: `● 4 workers · updated 2 min ago`. Shows whether the bus is reachable, how many requests are pending and how old
/// the visible records are.
enum ConnectionState {
  static func text(_ context: RenderContext) -> StyledText {
    let (monitor, language) = (context.explorer.monitor, context.language)
    var parts: [StyledText] = []
    switch monitor.isStarting ? nil : monitor.isReachable {
    case nil: parts.append(StyledText("○ ", .muted) + StyledText(language.say(.connecting), .muted))
    case false?: parts.append(StyledText("○ ", .bad) + StyledText(language.say(ChromePhrase.noBus), .bad))
    case true?:
      let count = monitor.workers
      let role: Role = count == 0 ? .caution : .good
      parts.append(StyledText("● ", role) + StyledText(language.say(.workers(count)), count == 0 ? .caution : .text))
    }
    if monitor.showsPendingIndicator { parts.append(StyledText("⟳ \(context.explorer.foregroundRequestCount)", .muted)) }
    if let freshness = freshness(context) { parts.append(freshness) }
    return parts.joined(by: Fact.separator)
  }

  /// Returns the age of the oldest visible record.
  private static func freshness(_ context: RenderContext) -> StyledText? {
    let explorer = context.explorer
    let entries = explorer.page.model.visibleRecords(in: context.layout).compactMap { context.cache.entry(for: $0) }
    guard let age = entries.map({ $0.age(at: context.now) }).max() else { return nil }
    if explorer.monitor.isReachable == false { return StyledText(context.language.say(.offline), .caution) }
    if entries.contains(where: \.provenance.isStale) { return StyledText(context.language.say(.stale(age)), .caution) }
    return StyledText(context.language.say(.fresh(age)), .muted)
  }
}
