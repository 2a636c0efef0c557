import Testing

@testable import Networking

@Suite struct FairLinesTests {
  func all(_ lines: inout FairLines<Int>) -> [Int] {
    var items: [Int] = []
    while let item = lines.next() { items.append(item) }
    return items
  }

  @Test func clientsAreServedInTurnAndEachInItsOrder() {
    var lines = FairLines<Int>()
    for item in 1...5 { lines.stand(item, in: "a") }
    for item in 11...12 { lines.stand(item, in: "b") }
    lines.stand(21, in: "c")
    #expect(lines.count == 8)
    #expect(all(&lines) == [1, 11, 21, 2, 12, 3, 4, 5])
    #expect(lines.count == 0)
  }

  @Test func whoComesBackStandsBehindTheOthers() {
    var lines = FairLines<Int>()
    lines.stand(1, in: "a")
    lines.stand(11, in: "b")
    #expect(lines.next() == 1)
    lines.stand(2, in: "a")
    #expect(all(&lines) == [11, 2])
  }

  @Test func anItemOfTwoClientsIsServedOnce() {
    var lines = FairLines<Int>()
    for item in 1...3 { lines.stand(item, in: "a") }
    lines.stand(3, in: "b")
    #expect(lines.count == 3)
    #expect(all(&lines) == [1, 3, 2])
  }

  @Test func anItemThatLeftIsNotServedAndCostsNobodyATurn() {
    var lines = FairLines<Int>()
    for item in 1...3 { lines.stand(item, in: "a") }
    lines.stand(11, in: "b")
    lines.leave(1)
    lines.leave(7)
    #expect(lines.count == 3)
    #expect(all(&lines) == [2, 11, 3])
  }

  @Test func anItemThatLeftAndCameBackStandsLast() {
    var lines = FairLines<Int>()
    for item in 1...3 { lines.stand(item, in: "a") }
    lines.leave(1)
    lines.stand(1, in: "a")
    #expect(all(&lines) == [2, 3, 1])
  }

  /// As many as a broker holds come and go; searching the line for each that leaves would take minutes.
  @Test func leavingIsCheapHoweverManyWait() {
    var lines = FairLines<Int>()
    for item in 0..<200_000 { lines.stand(item, in: "client \(item % 3)") }
    for item in stride(from: 199_999, through: 1, by: -1) { lines.leave(item) }
    #expect(lines.count == 1)
    #expect(all(&lines) == [0])
  }
}
