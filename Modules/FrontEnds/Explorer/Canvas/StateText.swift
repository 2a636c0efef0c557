import Localization
import MessageBus
import Presentation

/// What stands in a pane that has nothing to show: a few lines in its upper part, where the eye is.
enum StateText {
  static func draw(_ lines: [StyledText], on canvas: inout Canvas, in rect: Rect) {
    let wrapped = lines.flatMap { $0.wrapped(to: max(1, min(60, rect.columns))) }
    let top = rect.rows > wrapped.count + 4 ? 1 : 0
    for (index, line) in wrapped.prefix(max(0, rect.rows - top)).enumerated() {
      canvas.put(line, column: rect.column, row: rect.row + top + index, width: rect.columns)
    }
  }

  static func loading(_ scene: Scene) -> [StyledText] { [StyledText(scene.language.say(RecordPhrase.loading), .muted)] }

  /// Why it is not there, and the keys that ask again.
  static func failure(_ problem: Problem, _ scene: Scene) -> [StyledText] {
    [StyledText(scene.language.say(.notLoaded(problem.reason)), .bad), StyledText(), retry(scene)]
  }

  static func retry(_ scene: Scene) -> StyledText {
    let keys = [Action.reload, .open].compactMap(scene.keys.name(of:))
    return StyledText(keys.first.map { scene.language.say(.retry(key: $0)) } ?? "", .muted)
  }
}
