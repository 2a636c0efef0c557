import Testing

@testable import Supervision

struct LineCutterTests {
  private func lines(_ pieces: [String]) -> [String] {
    var cutter = LineCutter()
    var lines = pieces.flatMap { piece in Array(piece.utf8).withUnsafeBytes { cutter.take($0) } }
    if let last = cutter.finish() { lines.append(last) }
    return lines
  }

  @Test(arguments: [
    (["one\ntwo\n"], ["one", "two"]),
    (["o", "ne\nt", "wo"], ["one", "two"]),
    (["\n\n"], ["", ""]),
    ([], []),
    (["no end"], ["no end"]),
    (["a\r\n"], ["a\r"]),
  ]) func linesEndWithLineFeedsWhereverReadsEnd(pieces: [String], expected: [String]) {
    #expect(lines(pieces) == expected)
  }

  @Test func aLineIsWholeUpToItsBoundAndCutBeyond() {
    let whole = String(repeating: "x", count: LineCutter.longest)
    #expect(lines([whole + "\nnext\n"]) == [whole, "next"])
    #expect(lines([whole, "y", "\nnext\n"]) == [whole + " … (cut, 65537 bytes in all)", "next"])
    #expect(lines([whole, whole]) == [whole + " … (cut, 131072 bytes in all)"])
  }

  @Test(arguments: ["é", "…", "🛰"]) func aCutLeavesNoHalfCharacter(character: String) {
    let text = String(repeating: "x", count: LineCutter.longest - 1) + character
    #expect(lines([text]) == [String(repeating: "x", count: LineCutter.longest - 1) + " … (cut, \(text.utf8.count) bytes in all)"])
  }
}
