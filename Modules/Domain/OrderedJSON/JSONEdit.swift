/// Changes single members in the text of a JSON object, for files that people write: all other bytes stay as they are, with their order,
/// white space and numbers.
///
/// A member is named by the parts of its path: `["log", "level"]` is the member `level` of the member `log`, or else the member `log.level`, as
/// configuration files may write it.
package struct JSONEdit: Sendable {
  package private(set) var bytes: [UInt8]

  /// Creates an edit of a document, which must be a valid object.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// An object in the text, and its members.
  private struct Object {
    /// The positions of `{` and `}`.
    var open, close: Int
    var members: [JSON.MemberSpan]
  }

  /// A member that was found: its object, its index there, and the objects around that.
  private struct Hit {
    let object: Object
    let index: Int
    let parents: [(object: Object, index: Int)]
    var value: Range<Int> { object.members[index].value }
  }

  /// The value of a member; `nil` if it does not exist.
  package func value(at path: [String]) -> JSON? { find(path).flatMap { try? JSON(parsing: bytes[$0.value]) } }

  /// Sets a member: in its place if it exists, or else at the end of its object. Missing objects are created; if another value is in the place
  /// of one, the name is written with dots.
  /// - Parameter isDotted: whether a new member is written with dots in its name, in the outermost object.
  package mutating func set(_ path: [String], to value: JSON, isDotted: Bool = false) {
    if let hit = find(path) {
      bytes.replaceSubrange(hit.value, with: value.bytes())
      return
    }
    let spans = JSON.memberSpans(in: bytes)
    var object = root(spans)
    if isDotted { return append(path.joined(separator: "."), value, to: object) }
    var rest = path
    while rest.count > 1, let next = object.members.first(where: { $0.name == rest[0] }) {
      guard bytes[next.value.lowerBound] == UInt8(ascii: "{") else { return append(rest.joined(separator: "."), value, to: object) }
      object = self.object(next.value, spans)
      rest.removeFirst()
    }
    let name = rest.removeFirst()
    append(name, rest.reversed().reduce(value) { .object([$1: $0]) }, to: object)
  }

  /// Removes a member, and the objects around it that become empty. Returns `false` if it does not exist.
  package mutating func remove(_ path: [String]) -> Bool {
    guard let hit = find(path) else { return false }
    var (object, index) = (hit.object, hit.index)
    var parents = hit.parents
    while object.members.count == 1, let parent = parents.popLast() { (object, index) = parent }
    let members = object.members
    let range =
      if index + 1 < members.count {
        members[index].start..<members[index + 1].start
      } else if index > 0 {
        members[index - 1].value.upperBound..<members[index].value.upperBound
      } else {
        object.open + 1..<object.close
      }
    bytes.removeSubrange(range)
    return true
  }

  private func root(_ spans: [JSON.MemberSpan]) -> Object {
    let open = bytes.firstIndex(of: UInt8(ascii: "{")) ?? 0
    return object(open..<(bytes.lastIndex(of: UInt8(ascii: "}")) ?? open) + 1, spans)
  }

  private func object(_ range: Range<Int>, _ spans: [JSON.MemberSpan]) -> Object {
    Object(open: range.lowerBound, close: range.upperBound - 1, members: spans.filter { $0.object == range.lowerBound })
  }

  private func find(_ path: [String]) -> Hit? {
    let spans = JSON.memberSpans(in: bytes)
    func find(_ path: ArraySlice<String>, in object: Object, parents: [(object: Object, index: Int)]) -> Hit? {
      for (index, member) in object.members.enumerated() {
        let name = member.name.split(separator: ".").map(String.init)
        guard path.starts(with: name) else { continue }
        if name.count == path.count { return Hit(object: object, index: index, parents: parents) }
        let child = self.object(member.value, spans)
        if let hit = find(path.dropFirst(name.count), in: child, parents: parents + [(object, index)]) { return hit }
      }
      return nil
    }
    return find(path[...], in: root(spans), parents: [])
  }

  private mutating func append(_ name: String, _ value: JSON, to object: Object) {
    var text = JSON.string(name).bytes() + Array(": ".utf8)
    guard let last = object.members.last, let first = object.members.first else {
      let lineStart = bytes[..<object.open].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let indent = Array(bytes[lineStart..<object.open].prefix { $0 == 0x20 || $0 == 0x09 })
      text += written(value, indent: indent + [0x20, 0x20])
      bytes.replaceSubrange(object.open + 1..<object.close, with: [0x0A] + indent + [0x20, 0x20] + text + [0x0A] + indent)
      return
    }
    let space = bytes[object.open + 1..<first.start]
    let newline = space.lastIndex(of: 0x0A)
    text += newline.map { written(value, indent: Array(space[($0 + 1)...])) } ?? value.bytes()
    // In an object of one line, a space separates members.
    let separator = newline == nil ? [0x20] : Array(space)
    bytes.replaceSubrange(last.value.upperBound..<last.value.upperBound, with: [UInt8(ascii: ",")] + separator + text)
  }

  /// Returns the text of a value whose lines after the first start with `indent`.
  private func written(_ value: JSON, indent: [UInt8]) -> [UInt8] {
    value.object == nil ? value.bytes() : value.bytes(.indented).flatMap { $0 == 0x0A ? [0x0A] + indent : [$0] }
  }
}
