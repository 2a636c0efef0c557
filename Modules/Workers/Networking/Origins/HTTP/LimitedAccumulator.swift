import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Collects a response with a limit on the body size. `ResponseAccumulator` waits for the body if the announced size is more than `Int.max`; this
/// delegate refuses such a response at once.
final class LimitedAccumulator: HTTPClientResponseDelegate {
  typealias Response = HTTPClient.Response

  private let accumulator: ResponseAccumulator

  init(request: HTTPClient.Request, maxBodySize: Int) {
    accumulator = ResponseAccumulator(request: request, maxBodySize: maxBodySize)
  }

  func didReceiveHead(task: HTTPClient.Task<Response>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
    if let length = head.headers.first(name: "content-length"), Self.isBeyondInt(length) {
      return task.eventLoop.makeFailedFuture(ResponseAccumulator.ResponseTooBigError(maxBodySize: accumulator.maxBodySize))
    }
    return accumulator.didReceiveHead(task: task, head)
  }

  func didReceiveBodyPart(task: HTTPClient.Task<Response>, _ part: ByteBuffer) -> EventLoopFuture<Void> {
    accumulator.didReceiveBodyPart(task: task, part)
  }

  func didReceiveError(task: HTTPClient.Task<Response>, _ error: any Error) { accumulator.didReceiveError(task: task, error) }

  func didFinishRequest(task: HTTPClient.Task<Response>) throws -> Response { try accumulator.didFinishRequest(task: task) }

  private static func isBeyondInt(_ digits: String) -> Bool {
    Int(digits) == nil && !digits.isEmpty && digits.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}
