/// A call to the operating system that failed.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the C function, such as `open`.
  public let call: String
  /// The file, folder or program that the call was about.
  public let path: String?
  public let number: ErrorNumber

  public init(_ call: String, _ path: String? = nil, number: ErrorNumber) {
    self.call = call
    self.path = path
    self.number = number
  }

  /// The error of a call that has just failed on this thread.
  static func last(_ call: String, _ path: String? = nil) -> SystemError { SystemError(call, path, number: .last) }

  /// The operating system's message: `No such file or directory`.
  public var reason: String { number.description }

  /// `open /tmp/x: No such file or directory`
  public var description: String { "\(path.map { "\(call) \($0)" } ?? call): \(reason)" }
}
