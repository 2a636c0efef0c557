/// The kinds of this folder, each listed once. A test compares the list with the files.
let standardKinds: [Kind] = [.films, .people, .planets, .species, .vehicles, .starships]
