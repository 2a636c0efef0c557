import Glibc

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
