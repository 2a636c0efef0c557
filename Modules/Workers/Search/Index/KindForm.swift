import Models

/// What the documents of one kind have in common.
struct KindForm: Sendable {
  /// Where the kind stands among the others.
  let order: Int
  private let prose: Set<String>
  private let labels: [String: Set<String>]

  /// - Parameter kind: `nil` for one that this program does not know.
  init(_ kind: KindDescription?, order: Int) {
    self.order = order
    let fields = kind?.fields ?? []
    prose = Set(fields.filter { $0.shape == .prose }.map(\.key))
    labels = Dictionary(fields.map { ($0.key, Self.words($0.label, $0.key)) }, uniquingKeysWith: { first, _ in first })
  }

  /// Whether a field holds running text.
  func isProse(_ key: String) -> Bool { prose.contains(key) }

  /// The words by which people may call the field of a row: those of its label, and its key.
  func labels(of row: Section.Row) -> Set<String> { labels[row.key] ?? Self.words(row.label, row.key) }

  /// Everything that may call one of the fields.
  var allLabels: Set<String> { labels.values.reduce(into: []) { $0.formUnion($1) } }

  private static func words(_ label: String, _ key: String) -> Set<String> {
    Set(FoldedText(label).words.map(\.text) + [FoldedText(key).compact])
  }
}
