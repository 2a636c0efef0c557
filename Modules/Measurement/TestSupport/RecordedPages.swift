/// List pages and the root document that a server of the original SWAPI code sent for `https://swapi.dev/api`, byte for byte; only the opening
/// crawls are replaced by those of the catalogue. The last page of each kind is kept.
public enum RecordedPages {
  public static let base = "https://swapi.dev/api"
  private static let folder = "Tests/Domain/DialectsTests/RecordedPages"

  /// A recorded page of a list.
  public struct Page: Sendable, Hashable, CustomStringConvertible {
    /// `people`
    public let kind: String
    /// The number of the page, which is the number of pages as well.
    public let number: Int

    public var description: String { "\(kind)-page\(number)" }
  }

  public static let last = [
    Page(kind: "films", number: 1), Page(kind: "people", number: 9), Page(kind: "planets", number: 6), Page(kind: "species", number: 4),
    Page(kind: "starships", number: 4), Page(kind: "vehicles", number: 4),
  ]

  /// Returns the body of a page. Throws if the file is missing.
  public static func body(of page: Page) throws -> String { try ProjectFolder.text("\(folder)/\(page).json") }

  /// Returns the root document. Throws if the file is missing.
  public static func root() throws -> String { try ProjectFolder.text("\(folder)/root.json") }
}
