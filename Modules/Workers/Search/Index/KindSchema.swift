import Models

/// Properties shared by the documents of one kind.
struct KindSchema: Sendable {
  /// Position of the kind in the registry.
  let order: Int
  private let prose: Set<String>
  private let labels: [String: Set<String>]

  /// - Parameter kind: `nil` for a kind that is not in the registry.
  init(_ kind: KindDescription?, order: Int) {
    self.order = order
    let fields = kind?.fields ?? []
    prose = Set(fields.filter { $0.shape == .prose }.map(\.key))
    labels = Dictionary(fields.map { ($0.key, Self.words($0.label, $0.key)) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns whether a field holds running text.
  func isProse(_ key: String) -> Bool { prose.contains(key) }

  /// Returns the words that can name the field of a row: the words of its label, and its key.
  func labels(of row: Section.Row) -> Set<String> { labels[row.key] ?? Self.words(row.label, row.key) }

  /// Returns the words that can name a field or, if it is not a field of the kind, an extra member, whose label is its key.
  func labels(of key: String) -> Set<String> { labels[key] ?? Self.words(key, key) }

  /// The words that can name any field of the kind.
  var allLabels: Set<String> { labels.values.reduce(into: []) { $0.formUnion($1) } }

  private static func words(_ label: String, _ key: String) -> Set<String> {
    Set(FoldedText(label).words.map(\.text) + [FoldedText(key).compact])
  }
}
