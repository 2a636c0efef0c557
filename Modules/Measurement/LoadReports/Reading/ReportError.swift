@_exported public import CodedErrors

/// Error in reading a report or a limit.
public typealias ReportError = CodedError<ReportErrorCode>

/// The codes of ``ReportError``.
public struct ReportErrorCode: Sendable, Hashable, CustomStringConvertible {
  public let description: String
  /// The file is not JSON.
  public static let notJSON = Self(description: "not-json")
  /// The file is JSON, but not a report.
  public static let notReport = Self(description: "not-report")
  /// The report has a form that a later version of the program introduced.
  public static let newerVersion = Self(description: "newer-version")
  /// A member of the report is absent or has a wrong value.
  public static let invalidMember = Self(description: "invalid-member")
  /// The file is larger than any report.
  public static let tooLarge = Self(description: "too-large")
  /// The text is not a limit such as `p99=10%`.
  public static let invalidLimit = Self(description: "invalid-limit")
}
