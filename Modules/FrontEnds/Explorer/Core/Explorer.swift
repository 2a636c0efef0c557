public import Localization
public import Models
public import Presentation

/// The whole state of the explorer. Only ``update(_:at:)`` changes it: a pure function that returns the effects to run.
public struct Explorer: Sendable {
  /// Those of the program, and those that only the origin knows.
  var kinds: Kinds
  public internal(set) var settings: Settings
  var layout: ScreenLayout
  public internal(set) var tabs: [Tab]
  var current: Int
  var overlay: (any Page)?
  /// The selected record of a list, shown beside it on wide screens.
  var preview: RecordModel?
  var records = RecordStore()
  var monitor: BusMonitor
  /// The requests without a result.
  var pending: [RequestID: ExplorerQuery] = [:]
  var lastRequest: RequestID = 0
  /// Records marked for a comparison or a path, in the order of marking.
  var marked: [Reference] = []
  /// The last choices in the palette, latest first; at most ``maxRecentChoices``.
  var recentChoices: [Destination] = []
  static let maxRecentChoices = 8
  /// The favourites of the user in the order in which they were added; `nil` if there is no place to keep them.
  var favourites: [Reference]?
  /// The number of the day, which chooses the line of the day; `nil` if there is none.
  let day: Int?
  var toast: Toast?
  /// The records of the page when the user reloaded it, until every request has been answered.
  var reloaded: [Reference: Record?]?
  var recordToOpenAtOrigin: Reference?
  var wasWaiting = false
  /// Whether the origin is embedded or on this computer; `nil` until a response says which it is.
  var isOriginNear: Bool?
  /// Whether the origin has named its kinds.
  var hasKinds = false
  /// Whether the user has done more than to open tabs.
  var hasActed = false

  var thrift: UpdateContext.Thrift { isOriginNear == true ? .none : hasActed ? .shown : .least }

  /// Display settings chosen by the user.
  public struct Settings: Sendable {
    public var theme: Theme
    public var language: any Language
    public var units: UnitSystem
    public var usesMouse: Bool
    /// Whether animations are shown.
    public var usesMotion: Bool
    /// Whether records show the fields without data.
    public var showsAbsent: Bool
    /// Whether a record shows nothing before all names of the records that it refers to have arrived.
    public var needsAllNames: Bool
    /// The background of the terminal; `nil` if it is unknown.
    var background: TerminalBackground?
    /// The themes to choose from: the built-in ones and that of the user's file.
    let themes: [Theme]

    public init(
      theme: Theme, language: any Language, units: UnitSystem = .metric, usesMouse: Bool = true, usesMotion: Bool = true,
      showsAbsent: Bool = false, needsAllNames: Bool = false, background: TerminalBackground? = nil
    ) {
      self.theme = theme.suited(to: background)
      themes = Themes.all + (Themes[theme.name] == nil ? [theme] : [])
      (self.language, self.units, self.background) = (language, units, background)
      (self.usesMouse, self.usesMotion, self.showsAbsent, self.needsAllNames) = (usesMouse, usesMotion, showsAbsent, needsAllNames)
    }

    /// Formats record values in the chosen language and units.
    public var wording: Wording { Wording(language, units: units, showsAbsent: showsAbsent) }
  }

  /// Creates one tab per kind, then search and status. The search tab is open at the start and restores the last search. `bus` is the value
  /// of `--bus`, for advice. `isEmbedded` means that records come from the embedded catalogue, without a bus. `keepsFavourites` adds a tab of
  /// favourites. `day` is the number of the day, for its line.
  public init(
    kinds: Kinds, settings: Settings, viewport: Viewport, bus: String? = nil, isEmbedded: Bool = false, keepsFavourites: Bool = false,
    day: Int? = nil
  ) {
    (self.kinds, self.settings, self.day) = (kinds, settings, day)
    favourites = keepsFavourites ? [] : nil
    monitor = BusMonitor(bus: bus, isEmbedded: isEmbedded)
    isOriginNear = isEmbedded ? true : nil
    layout = ScreenLayout(viewport)
    tabs = kinds.all.map { Tab(.kind($0.name)) } + [Tab(.search), Tab(.status)] + (keepsFavourites ? [Tab(.favourites)] : [])
    current = kinds.all.count
  }

  var tab: Tab { tabs[current] }
  var page: any Page {
    get { tabs[current].page }
    set { tabs[current].page = newValue }
  }
  /// The first page of the open tab.
  var root: any Page {
    get { tabs[current].root }
    set { tabs[current].root = newValue }
  }

  /// Adds a tab for each kind that only the origin knows, of the first 256 that it names: no catalogue has so many.
  mutating func addTabs(for offered: [KindName]) {
    for kind in offered.prefix(256) where kinds[kind] == nil {
      kinds = kinds.adding([Kind(unknown: kind)])
      tabs.append(Tab(.kind(kind)))
    }
  }

  func tabIndex(of content: Tab.Content) -> Int? { tabs.firstIndex { $0.content == content } }

  /// Returns the list of a kind; `nil` if the kind has no tab.
  func list(of kind: KindName) -> ListModel? {
    tabIndex(of: .kind(kind)).flatMap { tabs[$0].root as? ListModel }
  }

  /// Whether keys are text input.
  public var isTyping: Bool { overlay?.isTyping ?? page.isTyping }

  /// The record of the open page, which is shown beside the tab's list or search on wide screens; `nil` if that page is another one.
  var recordBesideRoot: Reference? { tab.canGoBack ? page.record : nil }

  /// The record that actions apply to.
  var subject: Reference? { page.subject }

  /// The pages on the screen.
  var shownPages: [any Page] {
    [page, layout.hasTwoPanes && page.place == .detail ? root : nil, preview, overlay].compactMap(\.self)
  }
}
