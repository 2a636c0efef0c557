import Models

/// The connections between records in both directions. Adding or removing a record takes time linear to its own references.
struct Connections: Sendable {
  private struct Directions: OptionSet, Sendable {
    let rawValue: UInt8
    static let outgoing = Directions(rawValue: 1)
    static let incoming = Directions(rawValue: 2)
  }

  /// A record, or a reference to one that is not indexed.
  private struct Node: Sendable {
    var neighbours: [Reference: Directions] = [:]
    var inbound = InboundReferences()

    mutating func add(_ direction: Directions, of other: Reference) {
      if let known = neighbours[other] {
        neighbours[other] = known.union(direction)
      } else {
        neighbours[other] = direction
        inbound.count(other, 1)
      }
    }

    mutating func remove(_ direction: Directions, of other: Reference) {
      guard let known = neighbours[other] else { return }
      let rest = known.subtracting(direction)
      neighbours[other] = rest.isEmpty ? nil : rest
      if rest.isEmpty { inbound.count(other, -1) }
    }
  }

  private var nodes: [Reference: Node] = [:]

  subscript(reference: Reference) -> InboundReferences { nodes[reference]?.inbound ?? InboundReferences() }

  /// The records that refer to a record, in any order.
  func referrers(of reference: Reference) -> some Sequence<Reference> {
    (nodes[reference]?.neighbours ?? [:]).lazy.filter { $0.value.contains(.incoming) }.map(\.key)
  }

  mutating func add(_ document: Document) {
    for target in document.targets {
      nodes[document.reference, default: Node()].add(.outgoing, of: target)
      nodes[target, default: Node()].add(.incoming, of: document.reference)
    }
  }

  mutating func remove(_ document: Document) {
    for target in document.targets {
      remove(.outgoing, of: target, from: document.reference)
      remove(.incoming, of: document.reference, from: target)
    }
  }

  private mutating func remove(_ direction: Directions, of other: Reference, from reference: Reference) {
    nodes[reference]?.remove(direction, of: other)
    if nodes[reference]?.neighbours.isEmpty == true { nodes[reference] = nil }
  }
}
