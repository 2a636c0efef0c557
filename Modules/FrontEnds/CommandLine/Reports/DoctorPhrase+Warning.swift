import Contracts
import Localization

extension DoctorPhrase {
  /// A worker's warning about its storage; warnings of other versions stay as they are.
  init(storageWarning sentence: String) {
    switch StorageWarning(sentence: sentence) {
    case .fullIndex: self = .indexIsFull
    case .inMemory(.cache, let reason): self = .cacheInMemory(reason: reason)
    case .inMemory(.index, let reason): self = .indexInMemory(reason: reason)
    case .inMemory(.searchIndex, let reason): self = .searchIndexInMemory(reason: reason)
    case .inMemory(.history, let reason): self = .historyInMemory(reason: reason)
    case .replaced(_, let path): self = .damagedFileKept(path)
    case nil: self = .text(sentence)
    }
  }
}
