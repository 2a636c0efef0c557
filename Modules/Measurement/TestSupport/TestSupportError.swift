/// A failed test setup or a timeout.
public struct TestSupportError: Error, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
