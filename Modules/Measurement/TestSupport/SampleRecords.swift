public import Models
import OrderedJSON

/// Returns the kind named `text`, such as `people`; films for an invalid name.
public func kind(_ text: String) -> KindName { KindName(text) ?? .films }

/// Parses a reference such as `people/1`; returns the first film for invalid text.
public func reference(_ text: String) -> Reference { Reference(text) ?? Reference(.films, 1) }

/// Parses the canonical JSON of a record of a standard kind. Throws the errors of ``Models/Record``.
public func record(_ text: String) throws -> Record { try Record(canonical: JSON(parsing: text), kinds: .standard) }

/// The canonical JSON of people/1 with every form of value: a year, a word, empty and non-empty references, a number with a comma, an unknown
/// number.
public let luke =
  #"{"kind":"people","id":1,"name":"Luke Skywalker","birthYear":{"text":"19BBY","value":-19,"unit":"ABY"},"gender":"male","species":[],"#
  + #""homeworld":{"kind":"planets","id":1},"height":{"text":"1,172","value":1172,"unit":"cm"},"mass":{"text":"unknown","absent":"unknown"},"#
  + #""films":[{"kind":"films","id":1},{"kind":"films","id":9}]}"#
