public import Models

public struct SearchModel: PageModel {
  public var subject: Reference? { nil }
  public init() {}
  /// Puts `query` into the field and asks for it; `nil` only puts the cursor there.
  public mutating func search(_ query: String?, _ work: inout Work) {}
  public mutating func perform(_ action: Action, _ work: inout Work) -> Bool { false }
}
