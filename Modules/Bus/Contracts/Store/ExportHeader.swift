import OrderedJSON

/// The first line of a file of exported entries: `{"format":"holocron-cache","version":1}`.
///
/// Each further line is an entry as a JSON object with these members; those that an entry does not have are left out. Times are milliseconds
/// since 1970 (UTC).
///
/// | member | value |
/// |---|---|
/// | `key` | the request that the entry answers: `/people/1`, `/people?page=2` |
/// | `origin` | the identity of the origin |
/// | `status` | 200, 404 or 410 |
/// | `etag`, `last-modified`, `location`, `expires` | as received from the origin |
/// | `cache-control` | the directives of the origin that matter for a stored answer |
/// | `validated` | when the origin last confirmed the answer |
/// | `fresh-until`, `stale-until`, `stale-if-error-until` | until when it may be served: fresh, while it is revalidated, if the origin fails |
/// | `body` | the answer; for a page of a list, the page without its records and the IDs of the records, which are entries of their own |
public struct ExportHeader: Sendable, Hashable {
  public static let format = "holocron-cache"
  /// The version of the format that this program writes, and the only one that it reads.
  public static let current = 1

  public init() {}

  /// The line with its line feed.
  public var line: [UInt8] { (["format": .string(Self.format), "version": .number(Self.current)] as JSON).bytes() + [0x0A] }

  /// Why a line is not the header of a file that this program can read; `nil` if it is.
  public static func refusal(of line: [UInt8]) -> String? {
    guard let json = try? JSON(parsing: line), json["format"]?.string == format, let version = json["version"]?.int else {
      return "the first line is not the header of an exported cache"
    }
    guard version == current else { return "the file has version \(version) of the format; this program reads version \(current)" }
    return nil
  }
}
