import Localization
import Presentation

/// `● 4 workers · fresh 2 min`: what is attached, how old is what is shown, and what is still awaited.
enum BusState {
  static func text(_ scene: Scene) -> StyledText {
    let (monitor, language) = (scene.explorer.monitor, scene.language)
    var parts: [StyledText] = []
    switch monitor.isStarting ? nil : monitor.isAttached {
    case nil: parts.append(StyledText("○ ", .muted) + StyledText(language.say(.connecting), .muted))
    case false?: parts.append(StyledText("○ ", .bad) + StyledText(language.say(ChromePhrase.noBus), .bad))
    case true?:
      let count = monitor.workers
      let role: Role = count == 0 ? .caution : .good
      parts.append(StyledText("● ", role) + StyledText(language.say(.workers(count)), count == 0 ? .caution : .text))
    }
    if monitor.showsPending { parts.append(StyledText("⟳ \(scene.explorer.awaited)", .muted)) }
    if let freshness = freshness(scene) { parts.append(freshness) }
    return parts.joined(by: Fact.separator)
  }

  /// Of several records shown the oldest counts.
  private static func freshness(_ scene: Scene) -> StyledText? {
    let explorer = scene.explorer
    let entries = explorer.page.model.shown(in: scene.layout).compactMap { scene.library[known: $0] }
    guard let age = entries.map({ $0.age(at: scene.now) }).max() else { return nil }
    if explorer.monitor.isAttached == false { return StyledText(scene.language.say(.offline), .caution) }
    if entries.contains(where: \.provenance.isStale) { return StyledText(scene.language.say(.stale(age)), .caution) }
    return StyledText(scene.language.say(.fresh(age)), .muted)
  }
}
