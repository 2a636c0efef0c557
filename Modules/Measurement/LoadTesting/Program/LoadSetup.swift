import Catalogue
import Contracts
import MessageBus
import Platform

/// The parts of a run, connected to the target.
struct LoadSetup: Sendable {
  private let plan: LoadPlan
  private let workload: Workload
  private let sender: any RequestSender
  /// `nil` if bodies are not compared.
  let verifier: BodyVerifier?

  /// Connects, and sends one request on the bus. Throws if the target does not answer at all.
  init(_ plan: LoadPlan, at address: BusAddress?, echoService: String) async throws(Problem) {
    self.plan = plan
    let builder = WorkloadBuilder(plan: plan, catalogue: .standard, echoService: echoService)
    workload = try builder.workload()
    sender = try Self.sender(plan, address)
    do throws(Problem) {
      try await TargetCheck(call: workload.call(Self.probe), timeout: plan.timeout).run(sender)
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
      return HTTPSender(connections: plan.outstandingLimit, timeout: plan.timeout, digests: plan.isVerified)
    }
    guard let address else { throw Problem(500, "no bus", detail: "the target \(plan.target.name) needs a bus", type: ProblemType.noBus) }
    do throws(BusError) {
      return try BusSender(address, frontEnds: plan.frontEnds, outstanding: plan.outstandingLimit, timeout: plan.timeout)
    } catch { throw Problem(error) }
  }

  /// A request that few runs are long enough to send, because a unique key would be known afterwards.
  private static let probe = 1 << 31

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
}
