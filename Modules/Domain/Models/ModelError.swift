/// What goes wrong when something is read as a record of the catalogue's vocabulary.
public struct ModelError: Error, Sendable, Hashable, CustomStringConvertible {
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    /// A field holds a value of a form that the field does not have, a list where a text belongs.
    public static let shape = Code(description: "shape")
    /// The document is not the canonical form of a record.
    public static let form = Code(description: "form")
    /// A kind has no order of that name.
    public static let sortKey = Code(description: "sort-key")
  }

  public let code: Code
  /// What happened, to what, and where it helps, what to do. One sentence for people.
  public let message: String

  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  public var description: String { message }
}
