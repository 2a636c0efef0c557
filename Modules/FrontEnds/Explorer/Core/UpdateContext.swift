public import Localization
public import Models
public import Presentation

/// The input and output of one update: time, layout and records go in, effects and navigation come out.
struct UpdateContext: Sendable {
  let now: Moment
  var layout: ScreenLayout
  let kinds: Kinds
  var settings: Explorer.Settings
  var records = RecordStore()
  private(set) var effects: [Effect] = []
  /// Navigation to perform at the end of the update, in this order.
  private(set) var destinations: [Destination] = []
  var toast: Toast?
  /// The choice made in the palette during this update.
  var paletteChoice: PickerModel.Choice?
  /// The tab that was open when the update began; pages of other tabs postpone their requests.
  var openTab: Tab.Content?
  /// The state of the bus when the update began.
  let monitor: BusMonitor
  /// The favourites, in the order in which they were added.
  var favourites: [Reference]
  private(set) var lastRequestNumber: Int
  /// The last request ID issued so far.
  var lastRequestID: RequestID { RequestID(lastRequestNumber) }

  init(_ explorer: Explorer, at now: Moment) {
    self.now = now
    (layout, kinds, settings, monitor) = (explorer.layout, explorer.kinds, explorer.settings, explorer.monitor)
    (openTab, favourites, lastRequestNumber) = (explorer.tab.content, explorer.favourites ?? [], explorer.lastRequestNumber)
  }

  var language: any Language { settings.language }
  var wording: Wording { settings.wording }
  var names: ReferenceWording { ReferenceWording(records, kinds, wording) }

  mutating func send(_ query: ExplorerQuery) -> RequestID {
    lastRequestNumber += 1
    let id = RequestID(lastRequestNumber)
    effects.append(.send(id, query))
    return id
  }

  mutating func emit(_ effect: Effect) { effects.append(effect) }

  mutating func navigate(to destination: Destination) { destinations.append(destination) }

  mutating func takeDestinations() -> [Destination] {
    defer { destinations = [] }
    return destinations
  }

  /// Copies a text, and says so with `title` or else the text.
  mutating func copy(_ text: String, as title: String? = nil) {
    emit(.copy(text))
    toast = Toast(language.say(.copied(title ?? text)), .good)
  }

  /// Tells the user that the action has no effect on this screen. Movements say nothing: they end at the end of a list.
  mutating func reportNoEffect(of action: Action) {
    guard action.movement(page: 1) == nil, ![.left, .right, .cancel].contains(action) else { return }
    toast = Toast(language.say(.noEffect(language.say(action.phrase))))
  }

  // MARK: Loading records

  /// Loads the records that are neither known nor loading, and retries failed ones. Reloads known ones as ``reloadInvalidated(_:)`` does.
  mutating func load(_ references: [Reference]) {
    for reference in references where records[reference] == nil { reload(reference, revalidate: false) }
    reloadInvalidated(references)
  }

  /// Requests the names that are neither known nor loading, with one query, and retries failed ones. Reloads known records as
  /// ``reloadInvalidated(_:)`` does.
  mutating func loadNames(of references: [Reference]) {
    reloadInvalidated(references)
    var seen: Set<Reference> = []
    let unknown = references.filter { records.needsLabel($0) && seen.insert($0).inserted }
    guard !unknown.isEmpty else { return }
    records.beginLoadingNames(of: unknown, with: send(.names(unknown)))
  }

  /// Requests the names of `references` that are not known or may be outdated, except those whose last request failed.
  mutating func loadMissingNames(of references: [Reference]) { loadNames(of: references.filter(records.needsName)) }

  /// Requests the names of `references` that are known and may be outdated, except those whose last request failed.
  mutating func reloadNames(of references: [Reference]) { loadMissingNames(of: references.filter { records.name(of: $0) != nil }) }

  /// Reloads the known records that were invalidated, unless reloading them already failed.
  mutating func reloadInvalidated(_ references: [Reference]) {
    for reference in references where records[reference] != nil && records.isInvalidated(reference) && records.failure(of: reference) == nil
    {
      reload(reference, revalidate: false)
    }
  }

  /// Reloads a record, from the cache or, with `revalidate`, from the origin, unless a request in flight returns the same.
  mutating func reload(_ reference: Reference, revalidate: Bool) {
    guard records.needsRequest(reference, revalidate: revalidate) else { return }
    records.beginLoading(reference, with: send(.record(reference, revalidate: revalidate)), revalidate: revalidate)
  }
}

/// A navigation target or a change of a setting.
public enum Destination: Sendable, Hashable {
  case record(Reference)
  /// The record over the list of its kind, in the tab of that list.
  case recordInTab(Reference)
  case compare([Reference])
  case path(from: Reference, to: Reference)
  case tab(Int)
  case log(String)
  /// The search page with this query; `nil` focuses the field and keeps its text.
  case search(String?)
  case crawl(Reference)
  case picker(PickerModel.Purpose)
  case help
  case back, forward
  case dismiss
  /// A random record among those whose names are known.
  case random
  /// The list of this kind, sorted by this field; reverses the order if the list is already sorted by it.
  case sort(KindName, String)
  case theme(String), language(String), units(UnitSystem)
  case action(Action)
}

/// A short message in the footer that disappears after three seconds or with the next key.
public struct Toast: Sendable, Hashable {
  static let duration = Duration.seconds(3)
  public var text: String
  public var role: Role
  /// The action that helps; its key is shown after the text.
  var help: Action?

  public init(_ text: String, _ role: Role = .text) {
    self.text = text
    self.role = role
  }
}
