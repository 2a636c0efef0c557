import Glibc

/// The form of most modules' errors, each with codes of its own: `typealias BusError = CodedError<BusErrorCode>`. A module re-exports this type,
/// because callers that catch the error use its members.
public struct CodedError<ErrorCode: Sendable & Hashable>: Error, CustomStringConvertible {
  public typealias Code = ErrorCode

  public let code: Code
  /// One sentence for people: what happened, to what, and what to do if that helps.
  public let message: String
  /// The error that caused this one.
  public let cause: (any Error)?

  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  public var description: String { message }
}

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

/// The number of an error of the operating system (errno(3)).
public struct ErrorNumber: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  public let rawValue: Int32

  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The error of the last call that failed on this thread.
  static var last: ErrorNumber { ErrorNumber(rawValue: errno) }

  /// The operating system's message: `No such file or directory`.
  public var description: String { String(cString: strerror(rawValue)) }

  /// Whether a file or one of its folders does not exist.
  public var isMissing: Bool { [.noSuchFile, .notAFolder].contains(self) }

  /// Whether a file cannot be written because of its disk: full, read-only, over a quota or damaged.
  public var isDiskFailure: Bool { [ENOSPC, EDQUOT, EFBIG, EIO, EROFS].contains(rawValue) }

  public static let noSuchFile = ErrorNumber(rawValue: ENOENT)
  public static let notAFolder = ErrorNumber(rawValue: ENOTDIR)
  public static let alreadyExists = ErrorNumber(rawValue: EEXIST)
  public static let noSuchDevice = ErrorNumber(rawValue: ENXIO)
  public static let permissionDenied = ErrorNumber(rawValue: EACCES)
  public static let tooManyLinks = ErrorNumber(rawValue: ELOOP)
  public static let noSpace = ErrorNumber(rawValue: ENOSPC)
  public static let noLocksAvailable = ErrorNumber(rawValue: ENOLCK)
  public static let notSupported = ErrorNumber(rawValue: EOPNOTSUPP)
  public static let notImplemented = ErrorNumber(rawValue: ENOSYS)
  public static let brokenPipe = ErrorNumber(rawValue: EPIPE)
  public static let connectionRefused = ErrorNumber(rawValue: ECONNREFUSED)
  public static let connectionReset = ErrorNumber(rawValue: ECONNRESET)
  public static let addressInUse = ErrorNumber(rawValue: EADDRINUSE)
  public static let addressNotAvailable = ErrorNumber(rawValue: EADDRNOTAVAIL)
}
