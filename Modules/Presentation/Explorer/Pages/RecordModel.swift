public import Models

public struct RecordModel: PageModel {
  public let reference: Reference
  public var subject: Reference? { reference }
  public init(_ reference: Reference) { self.reference = reference }
  public mutating func perform(_ action: Action, _ work: inout Work) -> Bool { false }
}
