public import Models

public struct ListModel: PageModel {
  public let kind: KindName
  public var subject: Reference? { nil }
  public init(_ kind: KindName) { self.kind = kind }
  public mutating func perform(_ action: Action, _ work: inout Work) -> Bool { false }
}
