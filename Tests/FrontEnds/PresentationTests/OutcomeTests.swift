import Client
import Contracts
import MessageBus
import Models
import OrderedJSON
import TestSupport
import Testing

@testable import Presentation

@Suite struct OutcomeTests {
  @Test(arguments: [
    (400, ProblemType.badRequest, 2), (404, ProblemType.notFound, 3), (409, ProblemType.ambiguous, 4), (503, ProblemType.noBus, 5),
    (503, ProblemType.connectionLost, 5),
    (503, ProblemType.noWorker, 5), (503, ProblemType.overloaded, 5), (502, ProblemType.workerLost, 5), (504, ProblemType.deadline, 6),
    (499, ProblemType.cancelled, 130), (502, ProblemType.malformed, 1),
    // The type takes precedence over the status: any failure of an origin has the same exit code.
    (504, ProblemType.origin, 5), (502, ProblemType.origin, 5), (429, ProblemType.origin, 5),
    // Unknown types: the status decides.
    (404, "about:blank", 3), (410, "about:blank", 3), (408, "about:blank", 6), (400, "about:blank", 2), (422, "about:blank", 2),
    (429, "about:blank", 5), (499, "about:blank", 130), (500, "about:blank", 1), (501, "about:blank", 1), (502, "about:blank", 5),
    (503, "about:blank", 5), (504, "about:blank", 6), (599, "urn:somebody:else", 1),
  ])
  func `problems have exit codes`(status: Int, type: String, number: Int32) {
    #expect(Problem(status, "x", type: type).exitCode.number == number)
  }

  @Test func `advice lists suggestions, candidates and the next step`() {
    #expect(Problem(404, "x", extensions: ["suggestions": ["a"]]).advice() == ["Did you mean a?"])
    #expect(Problem(404, "x", extensions: ["suggestions": ["a", "b", "c"]]).advice() == ["Did you mean a, b or c?"])
    #expect(
      Problem(503, "x", type: ProblemType.noBus, retryAfter: 30).advice() == [
        "Start everything with: holocron up", "Try again in 30 s.",
      ])
    #expect(
      Problem(503, "x", type: ProblemType.noBus).advice(bus: "ipc:///x/bus") == ["Start everything with: holocron up --bus ipc:///x/bus"])
    #expect(Problem(503, "x", type: ProblemType.noBus, extensions: ["program": "holocron-node"]).advice() == [])
    // A fleet cannot start where another process listens.
    let silent = Problem(503, "x", type: ProblemType.noBus, extensions: ["endpoint": "tcp://h:1"]).because(.noHandshake)
    #expect(
      silent.advice(bus: "tcp://h:1") == ["Check the address (--bus, HOLOCRON_BUS). If it is right, continue or restart the broker there."])
    #expect(Problem(500, "x").advice(bus: "ipc:///x/bus") == [])
    let entries = [NameIndex.Entry(reference("people/1"), "Luke"), NameIndex.Entry(reference("people/11"), "Anakin")]
    #expect(Problem.ambiguous("x", entries).advice() == ["people/1   Luke", "people/11  Anakin"])
    let clones = (1...5_000).map { NameIndex.Entry(Reference(.people, $0), "Clone \($0)") }
    #expect(Problem.ambiguous("clone", clones).advice().suffix(2) == ["people/20   Clone 20", "and 4,980 more"])
    #expect(
      Problem(503, "x", type: ProblemType.noWorker, extensions: ["service": "holocron.cache"]).advice() == [
        "Start a cache worker with: holocron-cache", "List the attached workers with: holocron status",
      ])
    #expect(Problem(500, "x").advice() == [])
    #expect(
      Problem(502, "x", type: ProblemType.origin).advice() == [
        "Records cached from this origin stay available. "
          + "Retry later, or run holocron down, then holocron up --origin embedded, which needs no network"
      ])
    // An error of the origin has one line of advice.
    #expect(
      Problem(429, "x", type: ProblemType.origin, retryAfter: 25_920).advice().map { $0.hasPrefix("Try again in 7 h 12 min. Records ") }
        == [true])
  }

  @Test(
    arguments: [
      (nil, nil, nil), ("holocron; hit; ttl=10", 5, nil), ("holocron; hit; ttl=-10; detail=stale-while-revalidate", 5, nil),
      ("holocron; hit; ttl=-10; detail=stale-if-error", 7_300, "no usable answer from the origin; showing data from 2 h ago"),
      (
        "holocron; hit; ttl=-10; detail=stale-if-error; origin-status=500; key=\"/people/1\"", nil,
        "the origin answered 500; showing older data"
      ),
    ] as [(String?, Int?, String?)])
  func `stale responses have a note if the origin failed`(cacheStatus: String?, age: Int?, expected: String?) {
    #expect(CachedResponse(body: [], age: age, cacheStatus: cacheStatus).staleness() == expected)
  }
}
