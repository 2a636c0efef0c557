public import Models

public struct PathModel: PageModel {
  public let from, to: Reference
  public var subject: Reference? { from }
  public init(from: Reference, to: Reference) { (self.from, self.to) = (from, to) }
  public mutating func perform(_ action: Action, _ work: inout Work) -> Bool { false }
}
