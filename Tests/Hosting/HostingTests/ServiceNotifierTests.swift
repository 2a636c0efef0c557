import Logging
import Platform
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import Hosting

/// Tests of notifications to a service manager, over a real datagram socket.
struct ServiceNotifierTests {
  /// A service whose thread answers only while it is not held.
  private final class FakeService: MonitoredService {
    private let isReady: HoldingGate
    private let hangs = Mutex(false)
    let questions = Mutex(0)

    init(_ isReady: HoldingGate) { self.isReady = isReady }

    func run() async throws {}
    func waitUntilReady() async -> Bool {
      await isReady.pass()
      return true
    }

    func hang(_ hangs: Bool) { self.hangs.withLock { $0 = hangs } }

    func answer() async {
      questions.withLock { $0 += 1 }
      while hangs.withLock(\.self) { try? await Task.sleep(for: .milliseconds(5)) }
    }
  }

  private let folder: TemporaryDirectory
  private let receiver: NotificationReceiver

  init() throws {
    folder = try TemporaryDirectory()
    receiver = try NotificationReceiver(at: #require(NotificationAddress(folder.file("notify"))))
  }

  /// Returns the notifier of a process to which a service manager has passed its address and `variables`.
  private func notifier(_ variables: [String: String] = [:]) -> ServiceNotifier {
    let environment = variables.merging(["NOTIFY_SOCKET": receiver.address.description]) { $1 }
    return ServiceNotifier(ServiceManagerVariables(Environment(environment), process: OwnProcess.id), logger: .silent)
  }

  @Test func `a service manager hears that all services are ready`() async throws {
    var messages = try receiver.messages().makeAsyncIterator()
    let notifier = notifier()
    let gates = [HoldingGate(), HoldingGate(isHolding: true)]
    let services = gates.map(FakeService.init)
    async let end: Void = notifier.run(services)
    notifier.report(status: "starting")
    // The second service is not ready yet.
    let whileStarting = await messages.next()
    #expect(whileStarting?.notifications == [.status("starting")])
    gates[1].release()
    let afterStart = await messages.next()
    #expect(afterStart?.notifications == [.ready])
    await end
    notifier.reportStopping()
    let atEnd = await messages.next()
    #expect(atEnd?.notifications == [.stopping])
    receiver.close()
    let afterClosing = await messages.next()
    #expect(afterClosing == nil)
  }

  @Test func `READY is not sent after STOPPING`() async throws {
    var messages = try receiver.messages().makeAsyncIterator()
    let notifier = notifier()
    let gate = HoldingGate(isHolding: true)
    let services = [FakeService(gate)]
    async let end: Void = notifier.run(services)
    notifier.reportStopping()
    gate.release()
    await end
    receiver.close()
    let first = await messages.next()
    #expect(first?.notifications == [.stopping])
    let second = await messages.next()
    #expect(second == nil)
  }

  @Test func `the watchdog hears nothing while a thread hangs`() async throws {
    var messages = try receiver.messages().makeAsyncIterator()
    let notifier = notifier(["WATCHDOG_USEC": "40000"])
    let service = FakeService(HoldingGate(isHolding: true))
    service.hang(true)
    let running = Task { await notifier.run([service]) }
    try await eventually("the service is asked") { service.questions.withLock { $0 == 1 } }
    notifier.report(status: "hangs")
    let whileHanging = await messages.next()
    #expect(whileHanging?.notifications == [.status("hangs")])
    service.hang(false)
    let afterwards = await messages.next()
    #expect(afterwards?.notifications == [.watchdog])
    running.cancel()
    receiver.close()
  }

  @Test func `a broker process notifies readiness, life and its end`() async throws {
    var messages = try receiver.messages().makeAsyncIterator()
    let sandbox = try Sandbox(["NOTIFY_SOCKET": receiver.address.description, "WATCHDOG_USEC": "40000"])
    let broker = try await sandbox.service("holocron-broker")
    var first = await messages.next()
    // A broker that takes long to start gives signs of life before.
    while first?.notifications == [.watchdog] { first = await messages.next() }
    #expect(first?.notifications == [.ready])
    #expect(first?.process == broker.pid)
    #expect(FileSystem.exists("\(sandbox.runtimeFolder)/bus"))
    for _ in 1...3 {
      let message = await messages.next()
      #expect(message?.notifications == [.watchdog])
    }
    try await broker.stop()
    receiver.close()
    var rest: [[ServiceNotification]] = []
    while let message = await messages.next() { rest.append(message.notifications) }
    #expect(rest.contains([.stopping]))
    #expect(rest.allSatisfy { $0 == [.watchdog] || $0 == [.stopping] })
  }

  /// Starts a worker that knows no broker yet and notifies `receiver`.
  private func worker(_ program: String, _ arguments: [String], in sandbox: Sandbox) async throws
    -> RunningProcess
  {
    let environment = sandbox.environment.merging(["NOTIFY_SOCKET": receiver.address.description]) { $1 }
    return try await RunningProcess.start(
      ProductsDirectory.executable(program), ["--lifeline"] + arguments, environment: environment, keeping: sandbox.directory)
  }

  @Test(arguments: [("holocron-fetcher", [String]()), ("holocron-cache", ["--store", "memory"])])
  func `a worker is ready when it has registered with the broker`(program: String, arguments: [String]) async throws {
    var messages = try receiver.messages().makeAsyncIterator()
    let sandbox = try Sandbox()
    let worker = try await worker(program, arguments, in: sandbox)
    try await worker.line(on: .errors, containing: "starting")
    // Whatever the worker has said before there is a broker comes first.
    let sender = try NotificationSender(to: receiver.address)
    let failure = sender.send(.status("no broker yet"))
    #expect(failure == nil)
    let broker = try await sandbox.service("holocron-broker")
    let beforeBroker = await messages.next()
    #expect(beforeBroker?.notifications == [.status("no broker yet")])
    let first = await messages.next()
    #expect(first?.notifications == [.ready])
    #expect(first?.process == worker.pid)
    try await worker.line(on: .errors, containing: "registered")
    try await worker.stop()
    try await broker.stop()
    receiver.close()
  }

  @Test(arguments: [("holocron-fetcher", [String]()), ("holocron-cache", ["--store", "memory"])])
  func `a worker that stops before there is a broker was never ready`(program: String, arguments: [String]) async throws {
    var messages = try receiver.messages().makeAsyncIterator()
    let sandbox = try Sandbox()
    let worker = try await worker(program, arguments, in: sandbox)
    try await worker.line(on: .errors, containing: "starting")
    try await worker.stop()
    receiver.close()
    var all: [[ServiceNotification]] = []
    while let message = await messages.next() { all.append(message.notifications) }
    #expect(all == [[.stopping]])
  }
}
