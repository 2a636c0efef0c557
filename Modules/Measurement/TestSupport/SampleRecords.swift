public import Models
import OrderedJSON

/// The kind called `text`, such as `people`; films for a name that is none.
public func kind(_ text: String) -> KindName { KindName(text) ?? Film.kind }

/// The reference written as `text`, such as `people/1`; the first film for a text that is none.
public func reference(_ text: String) -> Reference { Reference(text) ?? Reference(Film.kind, 1) }

/// A record of a standard kind from its canonical JSON. Throws what ``Models/Record`` throws.
public func record(_ text: String) throws -> Record { try Record(canonical: JSON(parsing: text), kinds: .standard) }

/// Canonical JSON of people/1 with a value of every form: a year, a word, empty and full references, a number with a comma, an unknown one.
public let luke =
  #"{"kind":"people","id":1,"name":"Luke Skywalker","birthYear":{"text":"19BBY","value":-19,"unit":"ABY"},"gender":"male","species":[],"#
  + #""homeworld":{"kind":"planets","id":1},"height":{"text":"1,172","value":1172,"unit":"cm"},"mass":{"text":"unknown","absent":"unknown"},"#
  + #""films":[{"kind":"films","id":1},{"kind":"films","id":9}]}"#
