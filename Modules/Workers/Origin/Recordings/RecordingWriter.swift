import OrderedJSON
import Platform
import Synchronization

/// Writes a recording, a line at a time, so that a process that ends early leaves whole lines.
///
/// An actor, not a lock: while one task encodes and writes a large body, the others wait without blocking the threads that run them all.
actor RecordingWriter {
  enum Outcome: Sendable, Hashable {
    case written
    /// The answer has a field or a reason phrase that a reader of recordings refuses; it is left out.
    case unreadable
    /// The file has reached its maximum size; this exchange and all later ones are left out.
    case full
    case failed(String)
  }

  private let file: Descriptor
  private var size: Int

  /// Creates the file with mode 0600. Throws ``OriginServerErrorCode/unreadableFile``, also if there is a file.
  init(creating path: String, _ recording: Recording) throws(OriginServerError) {
    let line = recording.headerLine.bytes() + [UInt8(ascii: "\n")]
    var isCreated = false
    do throws(SystemError) {
      try FileSystem.createPrivate(path)
      isCreated = true
      file = try Descriptor.open(path, for: .appending, followsLink: false)
      try file.write(line)
    } catch {
      // It would have to be removed before the next try.
      if isCreated { FileSystem.remove(path) }
      let reason = error.number == .alreadyExists ? "it exists; choose another name with --to, or remove the file" : error.reason
      throw OriginServerError(.unreadableFile, "cannot create \(path): \(reason)", cause: error)
    }
    size = line.count
  }

  func write(_ exchange: RecordedExchange) -> Outcome {
    guard exchange.isReadable else { return .unreadable }
    // The text of a large body takes several times its size, and so does at most one at a time.
    var line = exchange.json.bytes()
    line.append(UInt8(ascii: "\n"))
    guard size + line.count <= Recording.maxSize else {
      // Nothing smaller may follow, or the recording would have a gap.
      size = Recording.maxSize
      return .full
    }
    do throws(SystemError) { try file.write(line) } catch {
      // A part of the line would damage the recording.
      try? file.truncate(to: size)
      return .failed(error.reason)
    }
    size += line.count
    return .written
  }
}

/// The number of bytes that the bodies of concurrent responses may have in memory together.
final class BodyBudget: Sendable {
  private let limit: Int
  private let used = Mutex(0)

  init(_ limit: Int) { self.limit = limit }

  var bytes: Int { used.withLock { $0 } }

  /// The bytes of one body. They are free again when nothing refers to the share.
  final class Share: Sendable {
    private let budget: BodyBudget
    private let count = Mutex(0)

    init(of budget: BodyBudget) { self.budget = budget }

    /// Returns whether the budget has room for this many more bytes; if not, the share stays as it is.
    func grow(by bytes: Int) -> Bool {
      guard budget.take(bytes) else { return false }
      count.withLock { $0 += bytes }
      return true
    }

    deinit { budget.free(count.withLock { $0 }) }
  }

  private func take(_ bytes: Int) -> Bool {
    used.withLock { used in
      guard bytes <= limit - used else { return false }
      used += bytes
      return true
    }
  }

  private func free(_ bytes: Int) { used.withLock { $0 -= bytes } }
}
