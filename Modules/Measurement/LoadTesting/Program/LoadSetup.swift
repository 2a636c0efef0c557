import Contracts
import HTTPClient
import MessageBus
import Models
import OrderedJSON
import Platform

/// The parts of a run, connected to the target.
struct LoadSetup: Sendable {
  private let plan: LoadPlan
  private let workload: Workload
  private let sender: any RequestSender
  /// `nil` if bodies are not compared.
  let verifier: BodyVerifier?

  /// A request that few runs are long enough to send, because a unique key would be known afterwards.
  private static let probe = 1 << 31

  /// Connects, and sends one request on the bus. Throws if the target does not answer at all.
  init(_ plan: LoadPlan, at address: BusAddress?, echoService: String) async throws(Problem) {
    self.plan = plan
    let builder = WorkloadBuilder(plan: plan, catalogue: .standard, echoService: echoService)
    workload = try builder.workload()
    sender = try Self.sender(plan, address)
    do throws(Problem) {
      try await Self.check(sender, workload.call(Self.probe), timeout: plan.timeout)
      let bodies = try (plan.isVerified ? builder.catalogueBodies() : [:])
      verifier = await Self.verifier(plan, workload, sender, bodies)
    } catch {
      await sender.close()
      throw error
    }
  }

  /// Returns an engine whose clock starts now.
  func engine() -> LoadEngine { LoadEngine(plan: plan, workload: workload, sender: sender, verifier: verifier) }

  func close() async { await sender.close() }

  private static func sender(_ plan: LoadPlan, _ address: BusAddress?) throws(Problem) -> any RequestSender {
    let (needed, limit) = (plan.descriptorsNeeded, OwnProcess.raiseFileLimit())
    guard needed <= limit else {
      throw Problem(
        503, "too few open files are allowed",
        detail: "this run may need \(needed), but the limit is \(limit); raise the limit with: ulimit -n \(needed)")
    }
    guard plan.target.usesBus else {
      do throws(HTTPClientError) {
        return try HTTPSender(connections: plan.outstandingLimit, timeout: plan.timeout, digests: plan.isVerified)
      } catch { throw Problem(500, "the HTTP client cannot start", detail: error.message) }
    }
    guard let address else { throw Problem(500, "no bus", detail: "the target \(plan.target.name) needs a bus", type: ProblemType.noBus) }
    do throws(BusError) {
      return try BusSender(address, frontEnds: plan.frontEnds, outstanding: plan.outstandingLimit, timeout: plan.timeout)
    } catch { throw Problem(error) }
  }

  /// Returns a verifier that knows the bodies of the catalogue if the target's answer for one of them is that of the catalogue.
  private static func verifier(
    _ plan: LoadPlan, _ workload: Workload, _ sender: any RequestSender, _ bodies: [Call.Key: [UInt8]]
  ) async -> BodyVerifier? {
    guard plan.isVerified, plan.keys != .unique else { return nil }
    if plan.target == .echo { return BodyVerifier(reference: "the body that was sent") }
    let others = "the first answer for each key"
    guard let key = bodies.keys.min(by: { $0.index < $1.index }), let part = workload.parts.first(where: { $0.operation == key.operation })
    else { return BodyVerifier(reference: others) }
    let answer = await sender.send(Call(key: key, payload: part.payload(key.index), isUnique: false), lane: 0)
    guard answer.status == 200, answer.body == bodies[key] else { return BodyVerifier(reference: others) }
    return BodyVerifier(reference: workload.parts.count > 1 ? "the catalogue or \(others)" : "the catalogue", known: bodies)
  }

  /// Only connects to an HTTP server; sends one request on the bus, or a few if there is no answer. Throws a 503 if the target does not answer
  /// at all; an error is an answer, which the run counts.
  static func check(_ sender: any RequestSender, _ call: Call, timeout: Duration) async throws(Problem) {
    var reason = ""
    // Workers may just be starting.
    for _ in 0..<3 {
      let answer: Answer
      if let http = sender as? HTTPSender { answer = await http.connect(call) } else { answer = await sender.send(call, lane: 0) }
      let problem = (try? JSON(parsing: answer.body)).flatMap { Problem($0) }
      let isTimeout = answer.failure == BusErrorCode.deadlineExceeded.description || problem?.type == ProblemType.deadline
      // The bus answers so in the place of a target that is not there.
      let isMissing = [ProblemType.noBus, ProblemType.noWorker, ProblemType.deadline].contains(problem?.type)
      if answer.status != nil, !isMissing { return }
      if Task.isCancelled { throw .cancelled }
      reason = isTimeout ? "timed out after \(Quantity.shortDuration(timeout)); increase --timeout" : problem?.detail ?? answer.failure
      // A worker that is starting may need longer than a shorter timeout.
      if isTimeout, timeout >= .seconds(1) { break }
    }
    throw Problem(503, "the target does not answer", detail: "\(call.payload.text): \(reason)")
  }
}
