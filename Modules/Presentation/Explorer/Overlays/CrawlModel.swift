public import Models

public struct CrawlModel: PageModel {
  public let film: Reference
  public var subject: Reference? { film }
  public init(_ film: Reference) { self.film = film }
  public mutating func perform(_ action: Action, _ work: inout Work) -> Bool { false }
}
