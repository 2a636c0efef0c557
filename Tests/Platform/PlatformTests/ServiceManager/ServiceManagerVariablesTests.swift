import Platform
import Testing

/// Tests of the variables that a service manager passes to a process.
struct ServiceManagerVariablesTests {
  private static let process: Int32 = 4_711

  private func variables(_ environment: [String: String]) -> ServiceManagerVariables {
    ServiceManagerVariables(Environment(environment), process: Self.process)
  }

  @Test func `notifications go to the socket that NOTIFY_SOCKET names`() {
    #expect(variables(["NOTIFY_SOCKET": "/run/notify"]).notificationAddress?.description == "/run/notify")
    #expect(variables(["NOTIFY_SOCKET": "@abstract"]).notificationAddress?.description == "@abstract")
    #expect(variables(["NOTIFY_SOCKET": "relative"]).notificationAddress == nil)
    #expect(variables([:]).notificationAddress == nil)
  }

  @Test(
    arguments: [
      ([:], nil),
      (["WATCHDOG_USEC": "30000000"], .seconds(15)),
      (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "4711"], .seconds(15)),
      (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "4712"], nil),
      (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "x"], nil),
      (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "-1"], nil), (["WATCHDOG_USEC": "soon"], nil), (["WATCHDOG_USEC": ""], nil),
    ] as [([String: String], Duration?)]) func `the watchdog is notified at half its limit, by the process that it watches`(
      environment: [String: String], interval: Duration?
    )
  {
    #expect(variables(environment).watchdogInterval == interval)
  }

  @Test func `the variables of all protocols are known by name`() {
    #expect(
      Set(ServiceManagerVariables.names) == [
        "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES",
      ])
  }
}
