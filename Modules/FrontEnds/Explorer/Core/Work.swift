public import Localization
public import Models
public import Presentation

/// What one update has at hand: the time, the screen, what is known; and what it orders.
public struct Work: Sendable {
  public let now: Moment
  public let layout: ScreenLayout
  public let kinds: Kinds
  public let look: Explorer.Look
  public var library: Library
  public private(set) var effects: [Effect] = []
  /// Where to go when the update is done, in this order.
  public private(set) var journey: [Destination] = []
  /// A short remark for the status line.
  public var remark: Remark?
  /// The tab that is open when the update begins: pages of other tabs need not hurry.
  public internal(set) var openTab: Tab.Content?
  /// What is known of the bus when the update begins.
  public internal(set) var monitor = Monitor()
  var issued: Int
  /// The last ticket so far.
  var latest: Ticket { Ticket(issued) }

  init(now: Moment, layout: ScreenLayout, kinds: Kinds, look: Explorer.Look, library: Library, issued: Int) {
    self.now = now
    self.layout = layout
    self.kinds = kinds
    self.look = look
    self.library = library
    self.issued = issued
  }

  public var language: any Language { look.language }
  public var units: UnitSystem { look.units }

  public mutating func ask(_ question: Question) -> Ticket {
    issued += 1
    let ticket = Ticket(issued)
    effects.append(.ask(ticket, question))
    return ticket
  }

  public mutating func order(_ effect: Effect) { effects.append(effect) }

  public mutating func go(_ destination: Destination) { journey.append(destination) }

  /// Loads those of `references` that are neither known nor on their way; one that failed is tried again. ``renew(_:)`` for the others.
  public mutating func need(_ references: [Reference]) {
    for reference in references where library[known: reference] == nil { refresh(reference, revalidate: false) }
    renew(references)
  }

  /// Loads those of `references` again that may have changed unheard, unless that failed already.
  mutating func renew(_ references: [Reference]) {
    for reference in references where library.isDoubtful(reference) && library.failure(reference) == nil {
      refresh(reference, revalidate: false)
    }
  }

  /// Loads `reference` again: from the cache, or with `revalidate` from the origin.
  public mutating func refresh(_ reference: Reference, revalidate: Bool) {
    guard !library.isLoading(reference) else { return }
    library.expect(reference, by: ask(.record(reference, revalidate: revalidate)))
  }

  mutating func takeJourney() -> [Destination] {
    defer { journey = [] }
    return journey
  }
}

/// Somewhere to go.
public enum Destination: Sendable, Hashable {
  case record(Reference)
  case compare([Reference])
  case path(from: Reference, to: Reference)
  case tab(Int)
  /// The search page with this query; `nil` leaves the query that stands there and puts the cursor into it.
  case search(String?)
  case crawl(Reference)
  case picker(PickerModel.Purpose)
  case help
  case back, forward
  /// Away from the overlay, to the page beneath.
  case dismiss
  /// Some record, no one knows which.
  case random
  /// The list of that kind in the order of that field; the other way round when it is in that order already.
  case sort(KindName, String)
  case theme(String), language(String), units(UnitSystem)
  case action(Action)
}

/// A short remark for the status line; it goes after a while.
public struct Remark: Sendable, Hashable {
  public var text: String
  public var role: Role

  public init(_ text: String, _ role: Role = .text) {
    self.text = text
    self.role = role
  }
}
