import Localization
import Presentation

/// The connection state: `● 4 workers · updated 2 min ago`. Shows whether the bus is reachable and records can be requested, how many
/// requests are pending and how old the visible records are.
enum ConnectionState {
  static func text(_ context: RenderContext) -> StyledText {
    let (monitor, language) = (context.explorer.monitor, context.language)
    var parts: [StyledText] = []
    switch monitor.isStarting ? nil : monitor.isReachable {
    case nil: parts.append(StyledText("○ ", .muted) + StyledText(language.say(.connecting), .muted))
    case false?: parts.append(StyledText("○ ", .bad) + StyledText(language.say(ChromePhrase.noBus), .bad))
    case true?:
      if let missing = monitor.missing {
        parts.append(StyledText("● ", .caution) + StyledText(language.say(missing), .caution))
      } else {
        parts.append(StyledText("● ", .good) + StyledText(language.say(.workers(monitor.workers)), .text))
      }
    }
    if monitor.showsPendingIndicator { parts.append(StyledText("⟳ \(context.explorer.foregroundRequestCount)", .muted)) }
    if let freshness = freshness(context) { parts.append(freshness) }
    return parts.joined(by: LabeledValue.separator)
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
