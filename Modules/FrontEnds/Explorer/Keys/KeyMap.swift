import Contracts
public import MessageBus
import TerminalText

/// Which key does what. A key does one thing; an action may have several keys, or none.
public struct KeyMap: Sendable {
  private let strokes: [Action: [KeyStroke]]
  private let actions: [KeyStroke: Action]

  public static let standard = KeyMap(strokes: standardTable)

  private static var standardTable: [Action: [KeyStroke]] {
    standardStrokes.reduce(into: [:]) { $0[$1.0] = $1.1.compactMap { KeyStroke($0) } }
  }

  private init(strokes: [Action: [KeyStroke]]) {
    self.strokes = strokes
    actions = strokes.reduce(into: [:]) { actions, pair in
      for stroke in pair.value { actions[stroke] = pair.key }
    }
  }

  /// The standard keys, with those of `chosen` in place of an action's own: `[.sort: ["S", "ctrl-s"]]`. A key that is chosen for an action is
  /// taken from the one that has it as standard; chosen for two it is an error. `place` says where they were chosen.
  ///
  /// Throws a problem of status 400 that names the action, the key, and what is wrong with them.
  public init(choosing chosen: [Action: [String]], in place: String = "keys") throws(Problem) {
    var table = Self.standardTable
    var owners: [KeyStroke: Action] = [:]
    for (action, keys) in chosen.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      table[action] = try keys.map { key throws(Problem) in
        guard let stroke = KeyStroke(key) else {
          throw Self.problem(
            "\(place): '\(key.printable)' for \(action.rawValue) is no key: write for example s, S, ctrl-p, alt-x, f5 or page-down")
        }
        if let other = owners[stroke], other != action {
          throw Self.problem("\(place): \(stroke) is chosen for both \(other.rawValue) and \(action.rawValue): choose one of them")
        }
        owners[stroke] = action
        return stroke
      }
    }
    for (action, strokes) in table { table[action] = strokes.filter { owners[$0, default: action] == action } }
    if table[.quit]?.isEmpty != false, table[.palette]?.isEmpty != false {
      throw Self.problem("\(place): neither quit nor palette has a key, so nobody could leave: choose one")
    }
    self.init(strokes: table)
  }

  private static func problem(_ detail: String) -> Problem {
    Problem(400, "a setting is wrong", detail: detail, type: ProblemType.badRequest)
  }

  public func action(for stroke: KeyStroke) -> Action? { actions[stroke] }

  /// The keys of an action, that for hints first.
  public func strokes(for action: Action) -> [KeyStroke] { strokes[action] ?? [] }

  /// How a hint writes the key of `action`: `⏎`. `nil` where it has none.
  public func name(of action: Action) -> String? { strokes[action]?.first?.sign }
}
