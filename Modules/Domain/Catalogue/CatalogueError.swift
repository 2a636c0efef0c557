import Models

@_exported public import struct Platform.CodedError

/// Error in reading the catalogue.
public typealias CatalogueError = CodedError<CatalogueErrorCode>

/// The codes of ``CatalogueError``.
public struct CatalogueErrorCode: Sendable, Hashable, CustomStringConvertible {
  public let description: String
  /// The catalogue has no records of the kind.
  public static let unknownKind = Self(description: "unknown-kind")
  /// The kind has no record with that ID.
  public static let unknownRecord = Self(description: "unknown-record")
  /// A line of the data cannot be read.
  public static let damaged = Self(description: "damaged")
}

extension CatalogueError {
  static func unknownKind(_ kind: KindName) -> CatalogueError {
    CatalogueError(.unknownKind, "the catalogue has no \(kind)")
  }
}
