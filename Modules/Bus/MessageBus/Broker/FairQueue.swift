import DequeModule

/// Something that waits in a ``FairQueue``.
protocol FairQueueItem: AnyObject {
  /// Whose line it stands in.
  var asker: Int { get }
  var byteCount: Int { get }
  /// `false` once it has been taken, or has left the queue before its turn.
  var isWaiting: Bool { get }
}

/// Requests that wait for a service: a line for each asker, and the lines take turns, so that whoever asks much waits behind itself.
///
/// Every operation takes constant time on average. What leaves before its turn stays in its line, unseen, until half of the line is such.
struct FairQueue<Item: FairQueueItem> {
  private final class Line {
    let asker: Int
    var items: Deque<Item> = []
    var waiting = 0
    var bytes = 0
    init(_ asker: Int) { self.asker = asker }
  }

  private var lines: [Int: Line] = [:]
  /// Every line once; the first is next.
  private var turns: Deque<Line> = []
  private var emptyLines = 0
  /// Those that wait, and their bytes.
  private(set) var count = 0
  private(set) var bytes = 0

  /// One asker may take so many times the room that is left: however many askers take all they can, one more finds room.
  private static var share: Int { 8 }

  var isEmpty: Bool { count == 0 }

  func hasRoom(for asker: Int, bytes size: Int, limit: Int, byteLimit: Int) -> Bool {
    guard count < limit, bytes + size <= byteLimit else { return false }
    guard let line = lines[asker] else { return true }
    return line.waiting < (limit - count) * Self.share && line.bytes + size <= (byteLimit - bytes) * Self.share
  }

  mutating func append(_ item: Item) {
    line(of: item, first: false).items.append(item)
  }

  /// In front of its asker's line; a line of its own has the next turn.
  mutating func prepend(_ item: Item) {
    line(of: item, first: true).items.prepend(item)
  }

  /// The next in turn.
  mutating func popFirst() -> Item? {
    while let line = turns.popFirst() {
      while let item = line.items.popFirst() {
        guard item.isWaiting else { continue }
        count(item, -1, in: line)
        if line.waiting > 0 { turns.append(line) } else { lines[line.asker] = nil }
        return item
      }
      lines[line.asker] = nil
      emptyLines -= 1
    }
    return nil
  }

  /// `item` has left before its turn: it no longer says that it waits.
  mutating func left(_ item: Item) {
    guard let line = lines[item.asker] else { return }
    count(item, -1, in: line)
    if line.waiting == 0 {
      line.items.removeAll()
      emptyLines += 1
      if emptyLines > lines.count / 2 + 16 { removeEmptyLines() }
    } else if line.items.count > 2 * line.waiting + 16 {
      line.items.removeAll { !$0.isWaiting }
    }
  }

  /// All that wait, line by line.
  var items: [Item] { turns.flatMap { $0.items.filter(\.isWaiting) } }

  private mutating func line(of item: Item, first: Bool) -> Line {
    let line: Line
    if let known = lines[item.asker] {
      line = known
      if line.waiting == 0 { emptyLines -= 1 }
    } else {
      line = Line(item.asker)
      lines[item.asker] = line
      if first { turns.prepend(line) } else { turns.append(line) }
    }
    count(item, 1, in: line)
    return line
  }

  private mutating func count(_ item: Item, _ change: Int, in line: Line) {
    line.waiting += change
    line.bytes += change * item.byteCount
    count += change
    bytes += change * item.byteCount
  }

  private mutating func removeEmptyLines() {
    for line in turns where line.waiting == 0 { lines[line.asker] = nil }
    turns.removeAll { $0.waiting == 0 }
    emptyLines = 0
  }
}
