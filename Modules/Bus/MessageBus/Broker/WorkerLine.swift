/// A worker as its service's line sees it.
protocol WorkerLineMember: AnyObject {
  /// Requests it holds.
  var holds: Int { get }
  /// When that number last changed, as a count that goes up.
  var changed: UInt64 { get }
  /// Where it stands in the line; `nil` when it does not.
  var place: Int? { get set }
}

/// The workers of a service that can take a request: the one that holds fewest comes first, and of several the one whose number changed longest ago.
///
/// A binary heap: each change costs the logarithm of the number of workers, and nothing where there is one.
struct WorkerLine<Member: WorkerLineMember> {
  private var heap: [Member] = []

  var first: Member? { heap.first }

  /// Takes `member` in, or moves it to where it belongs now.
  mutating func place(_ member: Member) {
    let index: Int
    if let place = member.place {
      index = place
    } else {
      index = heap.count
      heap.append(member)
      member.place = index
    }
    if heap.count > 1 { sinkDown(from: riseUp(from: index)) }
  }

  mutating func remove(_ member: Member) {
    guard let index = member.place else { return }
    member.place = nil
    let last = heap.removeLast()
    guard index < heap.count else { return }
    heap[index] = last
    last.place = index
    sinkDown(from: riseUp(from: index))
  }

  private static func isBefore(_ left: Member, _ right: Member) -> Bool { (left.holds, left.changed) < (right.holds, right.changed) }

  private mutating func riseUp(from start: Int) -> Int {
    var index = start
    while index > 0, Self.isBefore(heap[index], heap[(index - 1) / 2]) {
      swap(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
    return index
  }

  private mutating func sinkDown(from start: Int) {
    var index = start
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count && Self.isBefore(heap[child], heap[least]) { least = child }
      guard least != index else { return }
      swap(index, least)
      index = least
    }
  }

  private mutating func swap(_ left: Int, _ right: Int) {
    heap.swapAt(left, right)
    heap[left].place = left
    heap[right].place = right
  }
}
