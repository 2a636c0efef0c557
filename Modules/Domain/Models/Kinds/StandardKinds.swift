/// The kinds of this folder, each listed once. A test compares the list with the files.
let standardKinds: [any Kind.Type] = [
  Film.self,
  Person.self,
  Planet.self,
  Species.self,
  Vehicle.self,
  Starship.self,
]
