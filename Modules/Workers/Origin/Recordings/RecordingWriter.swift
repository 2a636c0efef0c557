import OrderedJSON
import Platform
import Synchronization

/// Writes a recording, a line at a time, so that a process that ends early leaves whole lines.
///
/// An actor, not a lock: while one task encodes and writes a large body, the others wait without blocking the threads that run them all.
actor RecordingWriter {
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

  /// Returns why the exchange was left out; `nil` if it was written.
  func write(_ exchange: RecordedExchange) -> String? {
    guard exchange.isReadable else { return "it has a field or a reason phrase that recordings cannot have" }
    // The text of a large body takes several times its size, and so does at most one at a time.
    let line = exchange.json.bytes() + [UInt8(ascii: "\n")]
    guard size + line.count <= Recording.maxSize else {
      // Nothing smaller may follow, or the recording would have a gap.
      size = Recording.maxSize
      return "the recording has its maximum size of \(Recording.maxSize) bytes"
    }
    do throws(SystemError) { try file.write(line) } catch {
      // A part of the line would damage the recording.
      try? file.truncate(to: size)
      return error.reason
    }
    size += line.count
    return nil
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

    deinit { budget.used.withLock { $0 -= count.withLock(\.self) } }

    /// Returns whether the budget has room for this many more bytes; if not, the share stays as it is.
    func grow(by bytes: Int) -> Bool {
      budget.used.withLock { used in
        guard bytes <= budget.limit - used else { return false }
        used += bytes
        count.withLock { $0 += bytes }
        return true
      }
    }
  }
}
