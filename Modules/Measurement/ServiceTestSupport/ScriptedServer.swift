import NIOCore
import NIOPosix
import Synchronization

/// A TCP server on 127.0.0.1 that answers requests with the bytes of a script, well formed or not.
public final class ScriptedServer: Sendable {
  public enum Step: Sendable {
    case send(String)
    case bytes([UInt8])
    /// Sends the letter x this many times.
    case fill(Int)
    case close
    /// Resets the connection (RST).
    case reset
    /// Waits before the next step.
    case pause(milliseconds: Int64)
    /// Sends nothing more and keeps the connection open.
    case hang
  }

  private let channel: any Channel
  private let requests: Requests

  /// Starts a server.
  ///
  /// - Parameter script: returns the steps for a request, given its head and its number counted from 1. Unless the last step is `close`,
  ///   `reset` or `hang`, the connection stays open for the next request.
  public static func start(_ script: @escaping @Sendable (_ head: String, _ number: Int) -> [Step]) async throws -> ScriptedServer {
    let requests = Requests()
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.backlog, value: 256)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Handler(requests, script)) }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    return ScriptedServer(channel, requests)
  }

  private init(_ channel: any Channel, _ requests: Requests) {
    self.channel = channel
    self.requests = requests
  }

  public var base: String { "http://127.0.0.1:\(channel.localAddress?.port ?? 0)/api" }
  /// Heads of all requests so far.
  public var heads: [String] { requests.all }
  /// Targets of all requests so far.
  public var targets: [String] { heads.map { String($0.split(separator: " ").dropFirst().first ?? "") } }

  /// Maximum number of requests that were being answered at the same time.
  public var maxConcurrency: Int { requests.maxConcurrency }

  public func stop() async { try? await channel.close() }

  private final class Requests: Sendable {
    private let state = Mutex((heads: [String](), open: 0, maxConcurrency: 0))
    var all: [String] { state.withLock { $0.heads } }
    var maxConcurrency: Int { state.withLock { $0.maxConcurrency } }

    func begin(_ head: String) -> Int {
      state.withLock {
        $0.heads.append(head)
        $0.open += 1
        $0.maxConcurrency = max($0.maxConcurrency, $0.open)
        return $0.heads.count
      }
    }

    func end() { state.withLock { $0.open -= 1 } }
  }

  private final class Handler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let requests: Requests
    private let script: @Sendable (String, Int) -> [Step]
    private var received = ""

    init(_ requests: Requests, _ script: @escaping @Sendable (String, Int) -> [Step]) {
      self.requests = requests
      self.script = script
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      received += String(buffer: unwrapInboundIn(data))
      while let end = received.firstRange(of: "\r\n\r\n") {
        let head = String(received[..<end.lowerBound])
        received.removeSubrange(..<end.upperBound)
        perform(script(head, requests.begin(head))[...], context.channel)
      }
    }

    private func perform(_ steps: ArraySlice<Step>, _ channel: any Channel) {
      var rest = steps
      // Ends the request before the last bytes, after which the client may send another one.
      if rest.count == 1 { requests.end() }
      guard let step = rest.popFirst() else { return }
      if case .pause(let milliseconds) = step {
        let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
        channel.eventLoop.scheduleTask(in: .milliseconds(milliseconds)) { [rest] in bound.value.perform(rest, channel) }
        return
      }
      perform(step, channel)
      perform(rest, channel)
    }

    private func perform(_ step: Step, _ channel: any Channel) {
      switch step {
      case .send(let text): channel.writeAndFlush(ByteBuffer(string: text), promise: nil)
      case .bytes(let bytes): channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
      case .fill(let count): channel.writeAndFlush(ByteBuffer(repeating: UInt8(ascii: "x"), count: count), promise: nil)
      case .close: channel.close(promise: nil)
      case .reset:
        // Closing with a linger time of zero makes the kernel send a RST.
        _ = (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
        channel.close(promise: nil)
      case .hang, .pause: break
      }
    }
  }
}

extension ScriptedServer.Step {
  /// Sends a complete response, by default with a JSON body.
  public static func answer(_ body: String, status: Int = 200, fields: [String] = [], type: String = "application/json") -> Self {
    let lines = ["HTTP/1.1 \(status) Status", "content-type: \(type)", "content-length: \(body.utf8.count)"] + fields
    return .send(lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
  }

  /// The root document of an API with two kinds.
  public static let root = answer(#"{"people":"http://x/api/people/","droids":"http://x/api/droids/"}"#)
  public static let luke = answer(#"{"name":"Luke Skywalker","height":"172","url":"http://elsewhere/api/people/1/"}"#)
}

/// Runs `body` with a scripted server whose root document is always valid.
public func withServer(
  _ script: @escaping @Sendable (_ target: String, _ number: Int) -> [ScriptedServer.Step],
  _ body: (ScriptedServer) async throws -> Void
) async throws {
  let server = try await ScriptedServer.start { head, number in
    let target = String(head.split(separator: " ").dropFirst().first ?? "")
    return target == "/api/" ? [.root] : script(target, number)
  }
  do { try await body(server) } catch {
    await server.stop()
    throw error
  }
  await server.stop()
}
