/// What a worker warns about its storage. Workers send the sentence; front-ends translate those that they know.
public enum StorageWarning: Sendable, Hashable {
  /// What a worker stores, as sentences name it.
  public enum Store: String, Sendable, CaseIterable {
    case cache = "the cache"
    case index = "the index"
    case searchIndex = "the search index"
    case history = "the search history"
  }

  case fullIndex
  /// The store that is kept in memory because its file cannot be used, and the reason that the worker gives.
  case inMemory(Store, reason: String)
  /// The store whose damaged file has been replaced by a new one, and the path where the damaged file is kept.
  case replaced(Store, damaged: String)

  private static let inMemory = " is kept in memory only: "
  private static let replaced = " was damaged and has been replaced by a new one; the damaged file is kept as "

  public var sentence: String {
    switch self {
    case .fullIndex: Coverage.fullIndexWarning
    case .inMemory(let store, let reason): "\(store.rawValue)\(Self.inMemory)\(reason)"
    case .replaced(let store, let path): "\(store.rawValue)\(Self.replaced)\(path)"
    }
  }

  /// Recognises a sentence; `nil` for one of another version.
  public init?(sentence: String) {
    if sentence == Coverage.fullIndexWarning {
      self = .fullIndex
    } else if let range = sentence.firstRange(of: Self.inMemory), let store = Store(rawValue: String(sentence[..<range.lowerBound])) {
      self = .inMemory(store, reason: String(sentence[range.upperBound...]))
    } else if let range = sentence.firstRange(of: Self.replaced), let store = Store(rawValue: String(sentence[..<range.lowerBound])) {
      self = .replaced(store, damaged: String(sentence[range.upperBound...]))
    } else {
      return nil
    }
  }
}
