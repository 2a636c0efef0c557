public import Models

/// A page of the explorer: its state, and how that changes. Pure: everything it wants done it orders from ``Work``.
public protocol PageModel: Sendable {
  /// The record that keys such as copy and compare mean; in a list the selected one.
  var subject: Reference? { get }
  /// Keys are text.
  var isTyping: Bool { get }
  /// The records whose facts are on the screen: their age is told there. Of a list those in the window.
  func shown(in layout: ScreenLayout) -> [Reference]

  /// It is on the screen now, for the first time or again, or the screen has another size.
  mutating func appear(_ work: inout Work)
  /// `false` when the action means nothing here; the explorer then tries what it means everywhere.
  mutating func perform(_ action: Action, _ work: inout Work) -> Bool
  mutating func edit(_ edit: TextEdit, _ work: inout Work)
  /// `false` when the ticket is not one of its own.
  mutating func receive(_ answer: Answer, to ticket: Ticket, _ work: inout Work) -> Bool
  /// The library has learnt this record, or failed to.
  mutating func learnt(_ reference: Reference, _ work: inout Work)
  mutating func heed(_ notice: Notice, _ work: inout Work)
  mutating func ring(_ alarm: Alarm, _ work: inout Work)
  /// A click on a row; a second one on the same row opens it.
  mutating func point(_ row: Int, _ work: inout Work)
  mutating func scroll(_ lines: Int, _ work: inout Work)

  /// Draws it into a part of the screen. `isActive` when keys go there.
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ scene: Scene)
}

extension PageModel {
  public var isTyping: Bool { false }
  public func shown(in layout: ScreenLayout) -> [Reference] { subject.map { [$0] } ?? [] }
  public mutating func appear(_ work: inout Work) {}
  public mutating func edit(_ edit: TextEdit, _ work: inout Work) {}
  public mutating func receive(_ answer: Answer, to ticket: Ticket, _ work: inout Work) -> Bool { false }
  public mutating func learnt(_ reference: Reference, _ work: inout Work) {}
  public mutating func heed(_ notice: Notice, _ work: inout Work) {}
  public mutating func ring(_ alarm: Alarm, _ work: inout Work) {}
  public mutating func point(_ row: Int, _ work: inout Work) {}
  public mutating func scroll(_ lines: Int, _ work: inout Work) {}
}
