/// Records that users expect first, collected before the ranking was tuned: full and partial names, typos, omitted accents and hyphens,
/// numerals, words of fields, filters.
enum ExpectedFirst {
  struct Case: Sendable, CustomStringConvertible {
    let query: String
    let reference: String
    let name: String

    init(_ query: String, _ reference: String, _ name: String) {
      self.query = query
      self.reference = reference
      self.name = name
    }

    var description: String { "\(query) → \(name)" }
  }

  static let all: [Case] = [
    Case("luke", "people/1", "Luke Skywalker"),
    Case("falcon", "starships/10", "Millennium Falcon"),
    Case("tatoine", "planets/1", "Tatooine"),
    Case("padme", "people/35", "Padmé Amidala"),
    Case("r2d2", "people/3", "R2-D2"),
    Case("c3po", "people/2", "C-3PO"),
    Case("xwing", "starships/12", "X-wing"),
    Case("kind:people mass>1000", "people/16", "Jabba Desilijic Tiure"),
    Case("tie fighter", "vehicles/8", "TIE/LN starfighter"),
    Case("at-at", "vehicles/18", "AT-AT"),
    Case("obi wan", "people/10", "Obi-Wan Kenobi"),
    Case("twilek", "species/15", "Twi'lek"),
    Case("episode 4", "films/1", "A New Hope"),
    Case("millenium falcon", "starships/10", "Millennium Falcon"),
    Case("milenium fal", "starships/10", "Millennium Falcon"),
    Case("darth", "people/4", "Darth Vader"),
    Case("vadar", "people/4", "Darth Vader"),
    Case("skywalker", "people/1", "Luke Skywalker"),
    Case("chewbaca", "people/13", "Chewbacca"),
    Case("leia organna", "people/5", "Leia Organa"),
    Case("wookiee", "species/3", "Wookie"),
    Case("empire strikes", "films/2", "The Empire Strikes Back"),
    Case("phantom menance", "films/4", "The Phantom Menace"),
    Case("CORDÉ", "people/61", "Cordé"),
    Case("olie", "people/39", "Ric Olié"),
    Case("coruscent", "planets/9", "Coruscant"),
    Case("death star", "starships/9", "Death Star"),
    Case("star destoyer", "starships/3", "Star Destroyer"),
    Case("boba", "people/22", "Boba Fett"),
    Case("qui gon", "people/32", "Qui-Gon Jinn"),
    Case("mace windoo", "people/51", "Mace Windu"),
    Case("kind:planets climate:frozen", "planets/4", "Hoth"),
    Case("homeworld:tatooine skywalker", "people/1", "Luke Skywalker"),
    Case("slave 1", "starships/21", "Slave 1"),
    Case("\"return of the jedi\"", "films/3", "Return of the Jedi"),
    Case("kershner", "films/2", "The Empire Strikes Back"),
    Case("green jedi", "people/20", "Yoda"),
    Case("princess leia", "people/5", "Leia Organa"),
    Case("jabba the hutt", "people/16", "Jabba Desilijic Tiure"),
    Case("yavin 4", "planets/3", "Yavin IV"),
  ]
}
