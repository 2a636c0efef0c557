import NIOCore
import Testing

@testable import Origin

/// What connections wait for, without sockets.
@Suite struct ConnectionProgressTests {
  static let limits = ConnectionLimits(idle: .seconds(60), request: .seconds(30), write: .seconds(20))

  func at(_ seconds: UInt64) -> NIODeadline { .uptimeNanoseconds(seconds * 1_000_000_000) }

  func progress(_ limits: ConnectionLimits = limits) -> ConnectionProgress {
    ConnectionProgress(limits: limits, now: at(0))
  }

  func expect(_ progress: ConnectionProgress, _ seconds: UInt64?, _ timeout: ConnectionProgress.Timeout = .idle) {
    #expect(progress.deadline == seconds.map { .init(time: at($0), timeout: timeout) })
  }

  @Test func `a connection without a request is idle`() {
    var connection = progress()
    expect(connection, 60)
    connection.didReceiveHead(at(10))
    connection.didReceiveEnd()
    connection.didEndResponse(at(50))
    expect(connection, 110)
  }

  @Test func `later bytes of a request do not extend its time`() {
    var connection = progress()
    connection.didReceiveBytes(at(5))
    connection.didReceiveBytes(at(25))
    expect(connection, 35, .request)
  }

  @Test func `a request that is being answered waits for the server`() {
    var connection = progress()
    connection.didReceiveBytes(at(5))
    connection.didReceiveHead(at(6))
    expect(connection, 35, .request)
    connection.didReceiveEnd()
    expect(connection, nil)
    // The next request arrives before the answer.
    connection.didReceiveHead(at(7))
    connection.didReceiveEnd()
    connection.didEndResponse(at(8))
    expect(connection, nil)
    connection.didEndResponse(at(9))
    expect(connection, 69)
  }

  @Test func `a body must arrive in time, answered or not`() {
    var connection = progress()
    connection.didReceiveHead(at(5))
    expect(connection, 35, .request)
    connection.didEndResponse(at(6))
    expect(connection, 35, .request)
  }

  @Test func `each write that ends extends the time for the others`() {
    var connection = progress()
    connection.didReceiveHead(at(1))
    connection.didReceiveEnd()
    connection.didStartWriting(at(2))
    connection.didStartWriting(at(10))
    expect(connection, 22, .write)
    connection.didWrite(at(15))
    expect(connection, 35, .write)
    connection.didWrite(at(16))
    expect(connection, nil)
  }

  @Test func `a connection that a fault keeps waiting has no deadline`() {
    var connection = progress()
    connection.didStartHanging()
    connection.didReceiveBytes(at(5))
    expect(connection, nil)
  }

  @Test func `limits may be absent`() {
    var connection = progress(ConnectionLimits(idle: nil, request: nil, write: nil))
    expect(connection, nil)
    connection.didReceiveBytes(at(5))
    expect(connection, nil)
    connection.didStartWriting(at(6))
    expect(connection, nil)
  }
}
