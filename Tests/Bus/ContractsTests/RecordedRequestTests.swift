import MessageBus
import Testing

@testable import Contracts

struct RecordedRequestTests {
  @Test func `a line of a session is written and read`() throws {
    let request = RecordedRequest(at: .milliseconds(1_250), service: "holocron.cache", head: "GET /people?search=\"r2\"")
    #expect(request.line == #"{"at":1.25,"service":"holocron.cache","request":"GET /people?search=\"r2\""}"# + "\n")
    #expect(RecordedRequest(line: request.line.utf8) == request)
    #expect(RecordedRequest(at: .zero, service: "a", head: "GET /people?page=2").request?.head == "GET /people?page=2")
  }

  @Test(arguments: ["", "GET", "GET ", "get /people", "GET people", "GET /people HTTP/1.1", " /people", "GET /%zz"])
  func `a head that is not a method and a target is no request`(head: String) {
    #expect(RecordedRequest(at: .zero, service: "a", head: head).request == nil)
  }

  @Test(arguments: [
    "", "{}", "[]", "GET /people/1", #"{"at":"0","service":"a","request":"GET /"}"#, #"{"at":-1,"service":"a","request":"GET /"}"#,
    #"{"at":1e300,"service":"a","request":"GET /"}"#, #"{"at":0,"request":"GET /"}"#, #"{"at":0,"service":"a"}"#,
  ])
  func `other lines are not requests`(line: String) {
    #expect(RecordedRequest(line: line.utf8) == nil)
  }
}
