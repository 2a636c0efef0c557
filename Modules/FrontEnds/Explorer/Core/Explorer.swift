public import Localization
public import Models
public import Presentation

/// The whole state of an explorer. It changes in ``update(_:at:)`` alone, a pure function: what is to be done in the world is returned.
public struct Explorer: Sendable {
  public let kinds: Kinds
  public internal(set) var look: Look
  public internal(set) var layout: ScreenLayout
  public internal(set) var tabs: [Tab]
  /// Index of the tab that is open.
  public internal(set) var current: Int
  public internal(set) var overlay: Overlay?
  /// The selected record of a list, beside it on wide screens.
  public internal(set) var preview: RecordModel?
  public internal(set) var library = Library()
  public internal(set) var monitor = Monitor()
  /// Questions without an answer yet.
  public internal(set) var pending: Set<Ticket> = []
  /// Records picked for a comparison or a path, in the order of picking.
  public internal(set) var marked: [Reference] = []
  public internal(set) var remark: Remark?
  /// To be opened at its origin once that has said where it is.
  var opening: Reference?
  var issued = 0
  var wasWaiting = false

  /// What a person chose of how things look.
  public struct Look: Sendable {
    public var theme: any Theme
    public var language: any Language
    public var units: UnitSystem
    public var usesMouse: Bool
    /// Nothing moves by itself when `false`.
    public var usesMotion: Bool

    public init(theme: any Theme, language: any Language, units: UnitSystem = .metric, usesMouse: Bool = true, usesMotion: Bool = true) {
      self.theme = theme
      self.language = language
      self.units = units
      self.usesMouse = usesMouse
      self.usesMotion = usesMotion
    }
  }

  /// A tab for each kind, then search and status. It begins with the search, which shows what was searched for last.
  public init(kinds: Kinds, look: Look, viewport: Viewport) {
    self.kinds = kinds
    self.look = look
    layout = ScreenLayout(viewport)
    tabs = kinds.all.map { Tab(.kind($0.name)) } + [Tab(.search), Tab(.status)]
    current = tabs.count - 2
  }

  public var tab: Tab { tabs[current] }
  public var page: Page { tabs[current].page }

  /// Keys are text now.
  public var isTyping: Bool { overlay?.model.isTyping ?? page.model.isTyping }

  /// The record that actions mean.
  public var subject: Reference? { page.model.subject }
}
