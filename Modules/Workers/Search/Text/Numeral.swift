/// Parses words that stand for numbers, so that `episode 4` and `episode four` find Episode IV.
enum Numeral {
  private static let names = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

  /// Returns the value of digits (`4`), a Roman numeral up to 39 (`iv`), or a number word up to `ten`; `nil` for other words.
  static func value(of word: String) -> Int? {
    if let position = names.firstIndex(of: word) { return position + 1 }
    if word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) { return Int(word) }
    guard word.utf8.count <= 6, word.utf8.allSatisfy({ "ivx".utf8.contains($0) }) else { return nil }
    let digits = word.utf8.map { $0 == UInt8(ascii: "i") ? 1 : $0 == UInt8(ascii: "v") ? 5 : 10 }
    var sum = 0
    for (position, digit) in digits.enumerated() {
      sum += position + 1 < digits.count && digit < digits[position + 1] ? -digit : digit
    }
    // Only the standard form is a numeral: `vx` and `iiii` are words.
    return (1...39).contains(sum) && roman(sum) == word ? sum : nil
  }

  private static func roman(_ number: Int) -> String {
    let ones = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"]
    return String(repeating: "x", count: number / 10) + ones[number % 10]
  }
}
