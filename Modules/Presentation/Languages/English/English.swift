public import Models

public struct English: Language {
  public init() {}
  public let code = "en"
  public let name = "English"
  public let figures = NumberFormat(grouping: ",", decimal: ".")

  public func title(of kind: KindName) -> String? { nil }
  public func singular(of kind: KindName) -> String? { nil }
  public func label(of field: String, in kind: KindName) -> String? { nil }
  public func heading(_ section: String) -> String? { nil }
  public func word(for absence: Absence) -> String { absence.rawValue }
  public func quantity(_ number: String, unit: String, isOne: Bool) -> String { number }
}
