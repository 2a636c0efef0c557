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

  private func inherited(_ environment: [String: String]) throws(ListenDescriptors.Failure) -> [ListenDescriptors.Inherited] {
    try ListenDescriptors.inherited(Environment(environment), process: Self.process)
  }

  @Test func `descriptors begin with 3 and have the names of LISTEN_FDNAMES`() throws {
    let named = try inherited(["LISTEN_PID": "4711", "LISTEN_FDS": "3", "LISTEN_FDNAMES": "http::admin"])
    #expect(named.map(\.number) == [3, 4, 5])
    #expect(named.map(\.name) == ["http", "", "admin"])
    let unnamed = try inherited(["LISTEN_PID": "4711", "LISTEN_FDS": "2"])
    #expect(unnamed.map(\.number) == [3, 4])
    #expect(unnamed.map(\.name) == ["unknown", "unknown"])
  }

  @Test(arguments: [
    [:], ["LISTEN_FDS": "1"], ["LISTEN_PID": "4711"], ["LISTEN_PID": "4711", "LISTEN_FDS": "0"],
    ["LISTEN_PID": "1", "LISTEN_FDS": "1"], ["LISTEN_PID": "1", "LISTEN_FDS": "nonsense for another process"],
  ]) func `there are no descriptors for another process`(environment: [String: String]) throws {
    #expect(try inherited(environment).isEmpty)
  }

  @Test(
    arguments: [
      (["LISTEN_PID": "x", "LISTEN_FDS": "1"], .invalid(variable: "LISTEN_PID", value: "x")),
      (["LISTEN_PID": "-4711", "LISTEN_FDS": "1"], .invalid(variable: "LISTEN_PID", value: "-4711")),
      (["LISTEN_PID": "4711", "LISTEN_FDS": "many"], .invalid(variable: "LISTEN_FDS", value: "many")),
      (["LISTEN_PID": "4711", "LISTEN_FDS": "-1"], .invalid(variable: "LISTEN_FDS", value: "-1")),
      (["LISTEN_PID": "4711", "LISTEN_FDS": "2147483647"], .invalid(variable: "LISTEN_FDS", value: "2147483647")),
      (["LISTEN_PID": "4711", "LISTEN_FDS": "2", "LISTEN_FDNAMES": "http"], .countMismatch(descriptors: 2, names: 1)),
    ] as [([String: String], ListenDescriptors.Failure)]) func `variables that contradict themselves are an error`(
      environment: [String: String], failure: ListenDescriptors.Failure
    )
  {
    #expect(throws: failure) { try inherited(environment) }
  }
}
