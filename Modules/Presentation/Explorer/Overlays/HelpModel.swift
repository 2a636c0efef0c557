public import Models

public struct HelpModel: PageModel {
  public var subject: Reference? { nil }
  public init() {}
  public mutating func perform(_ action: Action, _ work: inout Work) -> Bool { false }
}
