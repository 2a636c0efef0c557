/// The sockets that a service manager has opened for a process (sd_listen_fds(3)). Pure.
public enum ListenDescriptors {
  /// A descriptor that a process has inherited, open and ready to accept connections or datagrams.
  public struct Inherited: Sendable, Hashable {
    public let number: Int32
    /// The name in the service manager's configuration (`FileDescriptorName=`); `unknown` if it has passed no names.
    public let name: String
  }

  /// Why the variables cannot be used.
  public enum Failure: Error, Sendable, Hashable {
    /// `LISTEN_PID` or `LISTEN_FDS` is not a number in its range.
    case invalid(variable: String, value: String)
    /// `LISTEN_FDNAMES` names more or fewer descriptors than there are.
    case countMismatch(descriptors: Int, names: Int)
  }

  static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]
  /// The first number: those below are the standard streams.
  static let first: Int32 = 3
  /// More than any service needs; a larger number is a mistake.
  static let maximumCount = 1_024

  /// Reads the variables of the process with the ID `process`. Empty if there are none, or if they are for another process.
  public static func inherited(_ environment: Environment, process: Int32) throws(Failure) -> [Inherited] {
    guard let receiver = environment["LISTEN_PID"], let count = environment["LISTEN_FDS"] else { return [] }
    guard let receiverID = Int32(receiver), receiverID > 0 else { throw .invalid(variable: "LISTEN_PID", value: receiver) }
    guard receiverID == process else { return [] }
    guard let count = Int(count), (0...maximumCount).contains(count) else { throw .invalid(variable: "LISTEN_FDS", value: count) }
    let names = environment["LISTEN_FDNAMES"].map { $0.split(separator: ":", omittingEmptySubsequences: false).map(String.init) }
    if let names, names.count != count { throw .countMismatch(descriptors: count, names: names.count) }
    return (0..<count).map { Inherited(number: first + Int32($0), name: names?[$0] ?? "unknown") }
  }
}
