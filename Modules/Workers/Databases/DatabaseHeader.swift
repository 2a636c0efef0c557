/// The header of a SQLite file (https://www.sqlite.org/fileformat.html, section 1.3), as far as it tells that a file is damaged although
/// SQLite gives another reason for not opening it, such as a format that it does not support. Pure.
struct DatabaseHeader: Sendable, Hashable {
  /// Size in bytes.
  static let size = 100
  private static let magic = Array("SQLite format 3".utf8) + [0]

  let applicationID: Int32
  /// A value that no version of SQLite writes; `nil` if there is none.
  let damage: String?

  /// Returns `nil` if the file is not one of SQLite.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.size, bytes.starts(with: Self.magic) else { return nil }
    func number(at offset: Int) -> UInt32 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) } }
    applicationID = Int32(bitPattern: number(at: 68))
    damage =
      if !(1...2).contains(bytes[18]) {
        "its write version is \(bytes[18])"
      } else if !(1...2).contains(bytes[19]) {
        "its read version is \(bytes[19])"
      } else if number(at: 44) > 4 {
        "its schema format is \(number(at: 44))"
      } else if number(at: 56) > 3 {
        "its text encoding is \(number(at: 56))"
      } else {
        nil
      }
  }

  /// Whether two application IDs differ in one byte at most, as after damage to one byte of a file.
  static func areSimilar(_ left: Int32, _ right: Int32) -> Bool {
    let difference = UInt32(bitPattern: left ^ right)
    return (0..<4).count { difference >> ($0 * 8) & 0xFF != 0 } <= 1
  }
}
