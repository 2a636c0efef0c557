import Models

/// All that is indexed, as a value: what a search and a suggestion look into. Asking it takes no lock.
struct Library: Sendable {
  let kinds: Kinds
  let lexicon: Lexicon
  /// By kind in the order of the registry, then by number.
  let documents: [Document]
  let fame: [Fame]
  /// By which words people call kinds and fields.
  private let labels: Set<String>
  private let forms: [KindName: KindForm]
  private let places: [Reference: Int]

  static func empty(_ kinds: Kinds) -> Library { Library([], kinds: kinds) }

  init(_ records: some Collection<Record>, kinds: Kinds) {
    let forms = kinds.all.enumerated().map { ($1.name, KindForm($1, order: $0)) }
    let names = kinds.all.flatMap { [$0.name.text, $0.singular] }
    self.init(
      adding: records.map(Draft.init), to: [], Lexicon(), kinds: kinds, forms: Dictionary(forms, uniquingKeysWith: { first, _ in first }),
      labels: forms.reduce(into: Set(names)) { $0.formUnion($1.1.allLabels) })
  }

  private init(
    adding drafts: [Draft], to known: [Document], _ lexicon: Lexicon, kinds: Kinds, forms: [KindName: KindForm],
    labels: Set<String>
  ) {
    var lexicon = lexicon
    let unknown = KindForm(nil, order: forms.count)
    let new = drafts.map { Document($0, forms[$0.record.reference.kind] ?? unknown, &lexicon) }
    let documents = (known + new).sorted { ($0.kindOrder, $0.reference) < ($1.kindOrder, $1.reference) }
    self.kinds = kinds
    self.forms = forms
    self.labels = labels
    self.lexicon = lexicon
    self.documents = documents
    places = Dictionary(documents.enumerated().map { ($1.reference, $0) }, uniquingKeysWith: { first, _ in first })
    fame = Fame.all(documents)
  }

  /// The library with `changed` in the place of their older forms, and without `gone`. Costs what is new; where something is replaced or
  /// goes, everything is indexed anew, so that no word stays that nobody uses.
  func updated(_ changed: some Collection<Record>, removing gone: Set<Reference> = []) -> Library {
    updated(changed.map(Draft.init), removing: gone)
  }

  func updated(_ changed: [Draft], removing gone: Set<Reference> = []) -> Library {
    let replaced = Set(changed.map(\.record.reference)).union(gone)
    guard replaced.contains(where: { places[$0] != nil }) else {
      return Library(adding: changed, to: documents, lexicon, kinds: kinds, forms: forms, labels: labels)
    }
    let kept = documents.lazy.map(\.record).filter { !replaced.contains($0.reference) }
    return Library(kept + changed.map(\.record), kinds: kinds)
  }

  /// Whether few enough words and records are here for the bus thread to compare them with a short text.
  var isSmall: Bool { documents.count <= 2_000 && lexicon.entries.count <= 20_000 }

  subscript(reference: Reference) -> Document? { places[reference].map { documents[$0] } }

  func place(of reference: Reference) -> Int? { places[reference] }

  func name(of reference: Reference) -> String? { self[reference]?.name }

  /// Whether a word calls a kind or a field.
  func isLabel(_ word: String) -> Bool { labels.contains(word) }

  /// Whether a word is one of a name or of a fact. Running text holds too many words to conclude from it what somebody means.
  func knows(_ word: String) -> Bool { !lexicon.uses(of: word).isDisjoint(with: [.name, .value]) }
}
