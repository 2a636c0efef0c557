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
  private struct Layout {
    /// The positions of `{` and `}`.
    var open, close: Int
    var members: [(name: [String], start: Int, value: Range<Int>)] = []
  }

  /// A member that was found: its object, its index there, and the object around that.
  private struct Hit {
    let layout: Layout
    let index: Int
    let parents: [(layout: Layout, index: Int)]
    var value: Range<Int> { layout.members[index].value }
  }

  /// The value of a member; `nil` if it does not exist.
  package func value(at path: [String]) -> JSON? {
    find(path, in: root, parents: []).flatMap { try? JSON(parsing: bytes[$0.value]) }
  }

  /// Sets a member: in its place if it exists, or else at the end of its object. Missing objects are created; if another value is in the place
  /// of one, the name is written with dots.
  /// - Parameter isDotted: whether a new member is written with dots in its name, in the outermost object.
  package mutating func set(_ path: [String], to value: JSON, isDotted: Bool = false) {
    if let hit = find(path, in: root, parents: []) {
      bytes.replaceSubrange(hit.value, with: value.bytes())
      return
    }
    var layout = root
    if isDotted { return append(path.joined(separator: "."), value, to: layout) }
    var rest = path[...]
    while rest.count > 1, let next = layout.members.first(where: { $0.name == [rest[rest.startIndex]] }),
      bytes[next.value.lowerBound] == UInt8(ascii: "{")
    {
      layout = object(at: next.value.lowerBound)
      rest = rest.dropFirst()
    }
    let isTaken = rest.count > 1 && layout.members.contains { $0.name == [rest[rest.startIndex]] }
    if isTaken { return append(rest.joined(separator: "."), value, to: layout) }
    let name = rest.removeFirst()
    append(name, rest.reversed().reduce(value) { .object([$1: $0]) }, to: layout)
  }

  /// Removes a member, and the objects around it that become empty. Returns `false` if it does not exist.
  package mutating func remove(_ path: [String]) -> Bool {
    guard let hit = find(path, in: root, parents: []) else { return false }
    var (layout, index) = (hit.layout, hit.index)
    var parents = hit.parents
    while layout.members.count == 1, let parent = parents.popLast() { (layout, index) = parent }
    let members = layout.members
    let range =
      if index + 1 < members.count {
        members[index].start..<members[index + 1].start
      } else if index > 0 {
        members[index - 1].value.upperBound..<members[index].value.upperBound
      } else {
        layout.open + 1..<layout.close
      }
    bytes.removeSubrange(range)
    return true
  }

  private var root: Layout { object(at: skippingSpace(from: 0)) }

  private func find(_ path: [String], in layout: Layout, parents: [(layout: Layout, index: Int)]) -> Hit? {
    for (index, member) in layout.members.enumerated() where path.starts(with: member.name) {
      if member.name.count == path.count { return Hit(layout: layout, index: index, parents: parents) }
      guard bytes[member.value.lowerBound] == UInt8(ascii: "{") else { continue }
      let rest = Array(path.dropFirst(member.name.count))
      if let hit = find(rest, in: object(at: member.value.lowerBound), parents: parents + [(layout, index)]) { return hit }
    }
    return nil
  }

  private mutating func append(_ name: String, _ value: JSON, to layout: Layout) {
    var text = JSON.string(name).bytes()
    guard let last = layout.members.last, let first = layout.members.first else {
      let indent = indentation(at: layout.open)
      text += Array(": ".utf8) + written(value, indent: indent + [0x20, 0x20])
      bytes.replaceSubrange(layout.open + 1..<layout.close, with: [0x0A] + indent + [0x20, 0x20] + text + [0x0A] + indent)
      return
    }
    let space = bytes[layout.open + 1..<first.start]
    let newline = space.lastIndex(of: 0x0A)
    text += Array(": ".utf8) + (newline.map { written(value, indent: Array(space[($0 + 1)...])) } ?? value.bytes())
    // In an object of one line, a space separates members.
    let separator = newline == nil ? [0x20] : Array(space)
    bytes.replaceSubrange(last.value.upperBound..<last.value.upperBound, with: [UInt8(ascii: ",")] + separator + text)
  }

  /// Returns the text of a value whose lines after the first start with `indent`.
  private func written(_ value: JSON, indent: [UInt8]) -> [UInt8] {
    value.object == nil ? value.bytes() : value.bytes(.indented).flatMap { $0 == 0x0A ? [0x0A] + indent : [$0] }
  }

  /// Returns the white space at the start of the line that has this position.
  private func indentation(at position: Int) -> [UInt8] {
    let start = bytes[..<position].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    return Array(bytes[start..<position].prefix { $0 == 0x20 || $0 == 0x09 })
  }

  // The document is valid, so these only have to find where its parts end.

  private func skippingSpace(from position: Int) -> Int {
    bytes[position...].firstIndex { ![0x20, 0x0A, 0x0D, 0x09].contains($0) } ?? bytes.count
  }

  private func object(at open: Int) -> Layout {
    var layout = Layout(open: open, close: bytes.count)
    var position = skippingSpace(from: min(open + 1, bytes.count))
    while position < bytes.count, bytes[position] == UInt8(ascii: "\"") {
      let end = self.end(ofValueAt: position)
      let name = (try? JSON(parsing: bytes[position..<end]))?.string ?? ""
      let colon = skippingSpace(from: end)
      let value = skippingSpace(from: min(colon + 1, bytes.count))
      let valueEnd = self.end(ofValueAt: value)
      layout.members.append((name.split(separator: ".").map(String.init), position, value..<valueEnd))
      position = skippingSpace(from: valueEnd)
      guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { break }
      position = skippingSpace(from: position + 1)
    }
    layout.close = min(position, bytes.count)
    return layout
  }

  private func end(ofValueAt start: Int) -> Int {
    var position = start
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") { position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1 }
        if depth == 0 { return min(position + 1, bytes.count) }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return position }
        depth -= 1
        if depth == 0 { return position + 1 }
      case UInt8(ascii: ","), 0x20, 0x0A, 0x0D, 0x09: if depth == 0 { return position }
      default: break
      }
      position += 1
    }
    return bytes.count
  }
}
