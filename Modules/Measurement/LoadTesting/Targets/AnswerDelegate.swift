import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import Synchronization

/// Makes an ``Answer`` of a response while it arrives. Keeps only the beginning of the body: as many bodies as requests are outstanding can be
/// larger than the memory.
final class AnswerDelegate: HTTPClientResponseDelegate {
  /// Enough for the explanation in a problem document.
  private static let keptBytes = 1_024

  private let answer = Mutex(Answer(digest: BodyDigest()))
  private let digests: Bool

  /// - Parameter digests: whether the body is hashed.
  init(digests: Bool) { self.digests = digests }

  func didReceiveHead(task: HTTPClient.Task<Answer>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
    answer.withLock { answer in
      answer.status = Int(head.status.code)
      answer.cacheStatus = head.headers.first(name: "cache-status")
    }
    return task.eventLoop.makeSucceededVoidFuture()
  }

  func didReceiveBodyPart(task: HTTPClient.Task<Answer>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
    answer.withLock { answer in
      let missing = Self.keptBytes - answer.body.count
      if missing > 0 { answer.body += part.readableBytesView.prefix(missing) }
      part.withUnsafeReadableBytes { if digests { answer.digest?.append($0) } else { answer.digest?.skip($0.count) } }
    }
    return task.eventLoop.makeSucceededVoidFuture()
  }

  func didFinishRequest(task: HTTPClient.Task<Answer>) -> Answer { answer.withLock { $0 } }
}
