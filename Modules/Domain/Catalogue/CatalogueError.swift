import Models

/// Error in reading the catalogue.
public struct CatalogueError: Error, Sendable, CustomStringConvertible {
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// The catalogue has no records of the kind.
    public static let unknownKind = Code(description: "unknown-kind")
    /// The kind has no record with that ID.
    public static let unknownRecord = Code(description: "unknown-record")
    /// A line of the data cannot be read.
    public static let damaged = Code(description: "damaged")
  }

  public let code: Code
  /// One sentence for people: what happened, to what.
  public let message: String
  public let cause: (any Error)?

  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  static func unknownKind(_ kind: KindName) -> CatalogueError {
    CatalogueError(.unknownKind, "the catalogue has no \(kind)")
  }

  public var description: String { message }
}
