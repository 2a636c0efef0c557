import Client
import Localization
import Models
import OrderedJSON
import Presentation
import Text

/// The favourites with their names.
struct FavouritesReport: Document {
  private let references: [Reference]
  private let names: ReferenceNames
  private let language: any Language

  init(_ references: [Reference], names: ReferenceNames, in language: any Language = English()) {
    self.references = references
    self.names = names
    self.language = language
  }

  var json: JSON { .array(lines) }
  var lines: [JSON] {
    references.map { reference in
      var members: JSON.Object = ["kind": .string(reference.kind.text), "id": .number(reference.id)]
      if case .named(let name) = names[reference] { members["name"] = .string(name) }
      return .object(members)
    }
  }
  var sheet: Sheet {
    Sheet(header: ["kind", "id", "name"], rows: references.map { [$0.kind.text, String($0.id), name($0)] })
  }

  var blocks: [Block] {
    guard !references.isEmpty else { return [] }
    return [
      .table(
        Table(
          [.init(language.say(.record), expendability: 0), .init(language.say(.recordName), expendability: 1)],
          rows: references.map { [StyledText($0.description, .accent), StyledText(name($0).printable)] }))
    ]
  }

  /// Empty if the name is not known.
  private func name(_ reference: Reference) -> String {
    if case .named(let name) = names[reference] { name } else { "" }
  }
}
