import OrderedJSON

/// A reply from a service, or one part of a streamed reply.
public struct Reply: Sendable, Hashable {
  /// An HTTP status code, 100 to 599.
  public var status: Int
  public var fields: Fields
  public var content: [UInt8]

  /// Creates a reply, by default a success without content.
  public init(_ status: Int = 200, fields: Fields = [:], content: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.content = content
  }

  /// Creates a reply that carries a problem document.
  public init(_ problem: Problem) {
    self.init(problem.status, fields: problem.fields, content: problem.json.bytes())
  }

  /// Whether the status is from 200 to 399.
  public var isSuccess: Bool { (200..<400).contains(status) }

  /// The problem that this reply reports; `nil` if the status is below 400. Made from the status if the content is not a problem document.
  public var problem: Problem? { status < 400 ? nil : Problem(reading: self) }
}
