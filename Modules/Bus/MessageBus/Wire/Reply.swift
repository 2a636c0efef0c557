import OrderedJSON

/// A service's answer, or one part of a streamed one.
public struct Reply: Sendable, Hashable {
  /// An HTTP status code, 100 to 599.
  public var status: Int
  public var fields: Fields
  public var content: [UInt8]

  public init(_ status: Int = 200, fields: Fields = [:], content: [UInt8] = []) {
    self.status = status
    self.fields = fields
    self.content = content
  }

  /// The problem document as an answer.
  public init(_ problem: Problem) {
    self.init(problem.status, fields: problem.fields, content: problem.json.bytes())
  }

  public var isSuccess: Bool { (200..<400).contains(status) }

  /// What the answer says went wrong; `nil` when its status is below 400. An error without a problem document gets one made from its status.
  public var problem: Problem? { status < 400 ? nil : Problem(reading: self) }
}
