import Platform
import TestSupport
import Testing

/// Tests of notifications to a service manager, over real datagram sockets.
struct NotificationTests {
  private func receiver(_ address: String) throws -> NotificationReceiver {
    try NotificationReceiver(at: #require(NotificationAddress(address)))
  }

  @Test func `notifications arrive at a path with the ID of their sender`() throws {
    let folder = try TemporaryDirectory()
    let receiver = try receiver(folder.file("notify"))
    let sender = try NotificationSender(to: receiver.address)
    let failures = [sender.send(.ready, .status("6 processes running")), sender.send(.watchdog), sender.send(.stopping)]
    #expect(failures == [nil, nil, nil])
    let messages = (1...3).map { _ in receiver.receive() }
    #expect(messages.map { $0?.process } == [OwnProcess.id, OwnProcess.id, OwnProcess.id])
    #expect(messages.map { $0?.notifications } == [[.ready, .status("6 processes running")], [.watchdog], [.stopping]])
  }

  @Test func `notifications arrive after the socket's file was removed`() async throws {
    let folder = try TemporaryDirectory()
    let receiver = try receiver(folder.file("notify"))
    var messages = try receiver.messages().makeAsyncIterator()
    let sender = try NotificationSender(to: receiver.address)
    #expect(sender.send(.ready) == nil)
    #expect(await messages.next()?.notifications == [.ready])
    FileSystem.remove(folder.file("notify"))
    receiver.restore()
    #expect(sender.send(.watchdog) == nil)
    #expect(await messages.next()?.notifications == [.watchdog])
    receiver.close()
  }

  @Test func `notifications arrive at an abstract name`() throws {
    let receiver = try receiver("@platform-tests-\(OwnProcess.id)")
    let failure = try NotificationSender(to: receiver.address).send(.ready)
    #expect(failure == nil)
    #expect(receiver.receive()?.notifications == [.ready])
  }

  @Test func `only the owner can write to the socket's file, and a file of an earlier process is replaced`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.file("notify")
    try folder.write("left behind", to: "notify")
    do {
      let receiver = try receiver(path)
      let status = try FileStatus(of: path)
      #expect(status.kind == .socket)
      #expect(status.isPrivate)
      let failure = try NotificationSender(to: receiver.address).send(.ready)
      #expect(failure == nil)
      #expect(receiver.receive()?.notifications == [.ready])
    }
    #expect(!FileSystem.exists(path))
  }

  @Test func `a closed receiver returns nothing more`() throws {
    let folder = try TemporaryDirectory()
    let receiver = try receiver(folder.file("notify"))
    let failure = try NotificationSender(to: receiver.address).send(.stopping)
    #expect(failure == nil)
    receiver.close()
    // Nothing that was sent before is lost.
    #expect(receiver.receive()?.notifications == [.stopping])
    #expect(receiver.receive() == nil)
    #expect(!FileSystem.exists(folder.file("notify")))
  }

  /// The address of a socket has 108 bytes (unix(7)); a path needs one of them for its end.
  @Test(arguments: [
    ("/run/user/1000/notify", true), ("@name", true), ("/" + String(repeating: "x", count: 106), true),
    ("/" + String(repeating: "x", count: 107), false), ("", false), ("/", false), ("@", false), ("notify", false), ("vsock:2:1234", false),
    ("/a\0b", false),
  ]) func `an address is an absolute path or an abstract name that fits`(text: String, isValid: Bool) {
    #expect((NotificationAddress(text) != nil) == isValid)
  }

  @Test func `a status stays on one line and within a message`() {
    #expect(ServiceNotification.text([.ready, .status("one\nREADY=1 two")]) == "READY=1\nSTATUS=one READY=1 two")
    #expect(ServiceNotification.parse("MAINPID=1\nREADY=1\nREADY=0\n\nERRNO=2\nSTATUS=\nx") == [.ready, .status("")])
    // The last one is a single character.
    for text in [String(repeating: "銀", count: 100_000), "e" + String(repeating: "\u{301}", count: 100_000)] {
      let long = ServiceNotification.text([.ready, .status(text)])
      #expect((1_900...4_096).contains(long.utf8.count), "\(long.utf8.count)")
      #expect(text.utf8.starts(with: long.dropFirst("READY=1\nSTATUS=".count).utf8))
    }
  }

  @Test(
    arguments: [
      ([:], nil), (["WATCHDOG_USEC": "30000000"], .seconds(15)),
      (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "4711"], .seconds(15)),
      (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "4712"], nil), (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "x"], nil),
      (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "-1"], nil), (["WATCHDOG_USEC": "soon"], nil), (["WATCHDOG_USEC": ""], nil),
    ] as [([String: String], Duration?)])
  func `the watchdog is notified at half its limit, by the process that it watches`(environment: [String: String], interval: Duration?) {
    let variables = ServiceManagerVariables(Environment(environment), process: 4_711)
    #expect(variables.watchdogInterval == interval)
    #expect(variables.notificationAddress == nil)
  }
}
