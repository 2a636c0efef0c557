import Contracts
public import Localization
public import MessageBus
import Models
public import OrderedJSON
import TerminalText

extension Problem {
  /// A mistake in a setting of the front-ends, and the choices that are most like the text `near`. As JSON, the members are `mistake`, the
  /// `source` of the setting, its `value`, the `words` that the message names, and the valid `choices`.
  public static func invalidSetting(_ mistake: SettingMistake, near text: String? = nil) -> Problem {
    var extensions: JSON.Object = ["mistake": .string(mistake.form.rawValue), "source": mistake.source.json]
    if !mistake.value.isEmpty { extensions["value"] = .string(mistake.value) }
    if !mistake.words.isEmpty { extensions["words"] = .array(mistake.words.map { .string($0) }) }
    if !mistake.choices.isEmpty { extensions["choices"] = .array(mistake.choices.map { .string($0) }) }
    let similar = text.map { suggestions(for: $0, among: mistake.choices) } ?? []
    if !similar.isEmpty { extensions["suggestions"] = .array(similar.map { .string($0) }) }
    return Problem(
      400, "invalid setting", detail: English().describe(mistake), type: ProblemType.badRequest, extensions: extensions)
  }

  /// The mistake in a setting; `nil` for other problems, and for mistakes that only other versions know.
  var settingMistake: SettingMistake? {
    guard let form = extensions["mistake"]?.string.flatMap(SettingMistake.Form.init),
      let source = extensions["source"].flatMap(SettingSource.init)
    else { return nil }
    func texts(_ member: String) -> [String] { extensions[member]?.array?.compactMap { $0.string?.printable } ?? [] }
    return SettingMistake(
      form, source, value: extensions["value"]?.string?.printable ?? "", words: texts("words"), choices: texts("choices"))
  }
}

extension SettingSource {
  /// A text, an object with a setting and its file, or a list of sources.
  fileprivate var json: JSON {
    switch self {
    case .standard: .null
    case .named(let name): .string(name)
    case .setting(let name, let file): ["setting": .string(name), "file": .string(file)]
    case .merged(let sources): .array(sources.map(\.json))
    }
  }

  /// Reads the member `source` of a problem; `nil` for anything else.
  public init?(_ json: JSON) {
    if let name = json.string {
      self = .named(name.printable)
    } else if let name = json["setting"]?.string, let file = json["file"]?.string {
      self = .setting(name.printable, file: file.printable)
    } else if let sources = json.array {
      self = .merged(sources.compactMap(SettingSource.init))
    } else {
      return nil
    }
  }
}
