/// What kept a test from being set up or made it wait in vain.
public struct TestSupportError: Error, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
