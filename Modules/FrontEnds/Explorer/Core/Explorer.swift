public import Localization
public import Models
public import Presentation

/// The whole state of the explorer, which only the pure function ``update(_:at:)`` changes.
public struct Explorer: Sendable {
  /// Those of the program, and those that only the origin knows.
  var kinds: Kinds
  public internal(set) var settings: Settings
  var layout: ScreenLayout
  public internal(set) var tabs: [Tab]
  var current: Int
  var overlay: (any Page)?
  /// The selected record, beside its list on wide screens.
  var preview: RecordModel?
  var records = RecordStore()
  var monitor: BusMonitor
  /// The requests without a result.
  var pending: [RequestID: ExplorerQuery] = [:]
  var lastRequest: RequestID = 0
  /// The records marked for a comparison or a path, in this order.
  var marked: [Reference] = []
  /// The favourites in the order of adding; `nil` if there is no place to keep them.
  var favourites: [Reference]?
  /// The number that chooses the line of the day.
  let day: Int?
  var toast: Toast?
  var recordToOpenAtOrigin: Reference?
  var wasWaiting = false
  /// Whether the origin is embedded or on this computer; `nil` until a response says which it is.
  var isOriginNear: Bool?
  /// Whether the origin has named its kinds.
  var hasKinds = false
  /// Whether the user has done more than to open tabs.
  var hasActed = false

  var thrift: UpdateContext.Thrift { isOriginNear == true ? .none : hasActed ? .shown : .least }

  public struct Settings: Sendable {
    public var theme: Theme
    public var language: any Language
    public var units: UnitSystem
    public var usesMouse: Bool
    public var usesMotion: Bool
    /// Whether records show the fields without data.
    public var showsAbsent: Bool
    /// Whether a record shows nothing before all names of the records that it refers to have arrived.
    public var needsAllNames: Bool
    var background: TerminalBackground?
    /// The built-in themes, and that of the user's file.
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

    public var wording: Wording { Wording(language, units: units, showsAbsent: showsAbsent) }
  }

  /// Creates one tab per kind, then search, which is open, status and, if they are kept, favourites. `bus` is the value of `--bus`, for advice.
  /// `isEmbedded` means that records come from the embedded catalogue, without a bus.
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

  /// Adds a tab for each of the first 256 kinds of the origin that is unknown.
  mutating func addTabs(for offered: [KindName]) {
    for kind in offered.prefix(256) where kinds[kind] == nil {
      kinds = kinds.adding([Kind(unknown: kind)])
      tabs.append(Tab(.kind(kind)))
    }
  }

  func tabIndex(of content: Tab.Content) -> Int? { tabs.firstIndex { $0.content == content } }

  func list(of kind: KindName) -> ListModel? {
    tabIndex(of: .kind(kind)).flatMap { tabs[$0].root as? ListModel }
  }

  /// Whether keys are text input.
  public var isTyping: Bool { overlay?.isTyping ?? page.isTyping }

  /// The record of the open page, which wide screens show beside the root of the tab.
  var recordBesideRoot: Reference? { tab.canGoBack ? page.record : nil }

  /// The record that actions apply to.
  var subject: Reference? { page.subject }

  /// The pages on the screen.
  var shownPages: [any Page] {
    [page, layout.hasTwoPanes && page.place == .detail ? root : nil, preview, overlay].compactMap(\.self)
  }
}
