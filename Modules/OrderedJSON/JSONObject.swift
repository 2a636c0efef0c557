extension JSON {
  /// The members of a JSON object in their order. Look-up is a linear scan: objects here have tens of members.
  ///
  /// A name that occurs twice in a parsed document keeps its first place and its last value, as RFC 8259 section 4 finds
  /// in most parsers.
  public struct Object: Sendable, Hashable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
    public struct Member: Sendable, Hashable {
      public let name: String
      public var value: JSON
    }

    private var members: [Member]

    public init() { members = [] }

    public init(_ elements: some Sequence<(String, JSON)>) {
      members = []
      // Looking names up one by one would take quadratic time for an object that a hostile peer made large.
      var places: [String: Int] = [:]
      for (name, value) in elements {
        if let place = places[name] ?? (members.count < Self.few ? members.firstIndex { $0.name == name } : nil) {
          members[place].value = value
          continue
        }
        members.append(Member(name: name, value: value))
        if members.count == Self.few {
          places = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($1.name, $0) })
        } else if members.count > Self.few {
          places[name] = members.count - 1
        }
      }
    }

    /// Up to so many members a scan is quicker than a table.
    private static let few = 32

    public init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }

    public var startIndex: Int { members.startIndex }
    public var endIndex: Int { members.endIndex }
    public subscript(position: Int) -> Member { members[position] }
    public var names: [String] { members.map(\.name) }

    /// Setting an absent name appends it; setting `nil` removes it.
    public subscript(name: String) -> JSON? {
      get { members.first { $0.name == name }?.value }
      set {
        switch (members.firstIndex { $0.name == name }, newValue) {
        case (let index?, let value?): members[index].value = value
        case (let index?, nil): members.remove(at: index)
        case (nil, let value?): members.append(Member(name: name, value: value))
        case (nil, nil): break
        }
      }
    }
  }
}
