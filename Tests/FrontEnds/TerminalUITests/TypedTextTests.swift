import Explorer
import Testing

@testable import TerminalUI

@Suite struct TypedTextTests {
  /// Each edit of a text costs as much as the text is long, so thousands of keys must not be thousands of edits.
  @Test func `characters in a row are one edit`() {
    var typed = TypedText()
    let areTaken = ["l", "u", "k", "e", " skywalker"].map { typed.append(.edit(.insert($0))) }
    #expect(areTaken == Array(repeating: true, count: 5))
    guard case .edit(.insert("luke skywalker"))? = typed.take() else {
      Issue.record("the text is not inserted at once")
      return
    }
    let rest = typed.take()
    #expect(rest == nil)
  }

  @Test func `other messages are not joined`() {
    var typed = TypedText()
    for message in [.edit(.deleteBackward), .perform(.open), nil] as [Message?] {
      let isTaken = typed.append(message)
      #expect(!isTaken)
    }
    let rest = typed.take()
    #expect(rest == nil)
  }
}
