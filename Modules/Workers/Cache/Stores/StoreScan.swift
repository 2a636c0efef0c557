import Contracts
import MessageBus

/// Some entries of a store, read one after the other: for checks and exports.
public struct StoreScan: Sendable, Hashable {
  /// Maximum number of rows of a scan, and the size of their contents in bytes after which it ends. A scan is one short transaction, so that
  /// the write-ahead log does not grow meanwhile.
  static let maxRows = 256
  static let maxBytes = 512 << 10

  /// An entry as a store keeps it: a page has no body.
  public struct Row: Sendable, Hashable {
    public var key: CacheKey
    public var entry: CacheEntry

    public init(key: CacheKey, entry: CacheEntry) {
      self.key = key
      self.entry = entry
    }
  }

  /// The intact entries.
  public var rows: [Row] = []
  /// Number of rows read, including those of another version of the format.
  public var checked = 0
  /// The damaged rows, each named by its key and origin.
  public var damaged: [String] = []
  public var removed = 0
  /// Number of pages that lack one of their records.
  public var incomplete = 0
  /// Whether the counted number or size of all entries is wrong; known with the last rows.
  public var isMiscounted = false
  public var total = 0
  /// The position of the rows that follow; `nil` after the last.
  public var next: Int64?

  public init() {}

  func isFull(_ bytes: Int) -> Bool { checked >= Self.maxRows || bytes >= Self.maxBytes }
}

extension CacheKey {
  /// Parses ``description``. Returns `nil` for any other text, and for keys that no store holds: sorted pages.
  init?(parsing text: String) {
    guard let target = Target(parsing: text) else { return nil }
    let request = Request("GET", target)
    if KindsRequest(request) != nil {
      self = .kinds
    } else if let record = try? RecordRequest(request) {
      self = .record(record.reference)
    } else if let list = try? ListRequest(request), case .page(let number) = list.extent {
      guard (list.search?.utf8.count ?? 0) <= ListQuery.searchLimit else { return nil }
      self = .page(ListPage(list.kind, number, search: list.search))
    } else {
      return nil
    }
    guard description == text else { return nil }
  }
}
