extension JSON {
  /// Members of a JSON object in order. Lookup is a linear scan, since objects here have tens of members.
  ///
  /// A duplicate name keeps its first position and its last value; RFC 8259 section 4 notes that many parsers report the last value.
  public struct Object: Sendable, Hashable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
    /// A name and its value.
    public struct Member: Sendable, Hashable {
      public let name: String
      public var value: JSON
    }

    private(set) var members: [Member]

    public init() { members = [] }

    public init(_ elements: some Sequence<(String, JSON)>) { self.init(Array(elements)) }

    /// Not generic, because other modules cannot specialise a generic initialiser, and most objects are made from arrays.
    public init(_ elements: [(String, JSON)]) {
      self.init(elements.map { Member(name: $0, value: $1) })
    }

    init(_ members: [Member]) {
      self.members = Self.mayHaveDuplicates(members) ? Self.deduplicated(members) : members
    }

    /// Returns `true` for all large objects: comparing every pair of names would let a hostile peer cause quadratic time.
    private static func mayHaveDuplicates(_ members: [Member]) -> Bool {
      guard members.count <= 32 else { return true }
      for (index, member) in members.enumerated() {
        for earlier in 0..<index where members[earlier].name == member.name { return true }
      }
      return false
    }

    private static func deduplicated(_ members: [Member]) -> [Member] {
      var indices: [String: Int] = [:]
      return members.reduce(into: []) { result, member in
        if let index = indices[member.name] {
          result[index].value = member.value
        } else {
          indices[member.name] = result.count
          result.append(member)
        }
      }
    }

    public init(dictionaryLiteral elements: (String, JSON)...) { self.init(elements) }

    public var startIndex: Int { members.startIndex }
    public var endIndex: Int { members.endIndex }
    public subscript(position: Int) -> Member { members[position] }
    public var names: [String] { members.map(\.name) }

    /// The value of the member `name`. Setting an absent member appends it; setting `nil` removes it.
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
