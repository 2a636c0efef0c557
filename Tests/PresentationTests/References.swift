import Models
import OrderedJSON

@testable import Presentation

func kind(_ text: String) -> KindName { KindName(text) ?? Film.kind }

func reference(_ text: String) -> Reference { Reference(text) ?? Reference(Film.kind, 1) }

/// A record from canonical JSON as text.
func record(_ text: String) throws -> Record { try Record(canonical: JSON(parsing: text), kinds: .standard) }

let luke =
  #"{"kind":"people","id":1,"name":"Luke Skywalker","birthYear":{"text":"19BBY","value":-19,"unit":"ABY"},"gender":"male","species":[],"#
  + #""homeworld":{"kind":"planets","id":1},"height":{"text":"1,172","value":1172,"unit":"cm"},"mass":{"text":"unknown","absent":"unknown"},"#
  + #""films":[{"kind":"films","id":1},{"kind":"films","id":9}]}"#
