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
      self.init(elements.map { Member(name: $0, value: $1) })
    }

    init(_ members: [Member]) {
      self.members = Self.repeatsName(members) ? Self.withoutRepeats(members) : members
    }

    /// May say so in vain of large objects: comparing every two names would give a hostile peer quadratic time.
    private static func repeatsName(_ members: [Member]) -> Bool {
      guard members.count <= 32 else { return true }
      return members.indices.contains { index in members[..<index].contains { $0.name == members[index].name } }
    }

    private static func withoutRepeats(_ members: [Member]) -> [Member] {
      var places: [String: Int] = [:]
      return members.reduce(into: []) { kept, member in
        if let place = places[member.name] {
          kept[place].value = member.value
        } else {
          places[member.name] = kept.count
          kept.append(member)
        }
      }
    }

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
