public import Models

public struct CompareModel: PageModel {
  public let references: [Reference]
  public var subject: Reference? { references.first }
  public init(_ references: [Reference]) { self.references = references }
  public mutating func perform(_ action: Action, _ work: inout Work) -> Bool { false }
}
