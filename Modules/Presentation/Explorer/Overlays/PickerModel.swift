public import Models

public struct PickerModel: PageModel {
  public enum Purpose: Sendable, Hashable {
    /// Actions and records.
    case palette
    /// A record to compare with these.
    case compare([Reference])
    /// A record that the path leads to.
    case path(from: Reference)
    case theme
    case language
    /// A key to sort the list of that kind by.
    case sort(KindName)
  }

  public let purpose: Purpose
  public var subject: Reference? { nil }
  public var isTyping: Bool { true }
  public init(_ purpose: Purpose) { self.purpose = purpose }
  public mutating func perform(_ action: Action, _ work: inout Work) -> Bool { false }
}
