/// Error in reading or sorting records.
public struct ModelError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error, for programs; the description is its stable name.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// The type of a value does not match its field: a list instead of a text.
    public static let shape = Code(description: "shape")
    /// The document is not the canonical form of a record.
    public static let form = Code(description: "form")
    /// Records of the kind cannot be sorted by the given key.
    public static let sortKey = Code(description: "sort-key")
  }

  public let code: Code
  /// One sentence for the user: what went wrong, where, and, if useful, what to do.
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
