public import Localization
public import Models
public import Presentation

/// The input and output of one update.
struct UpdateContext: Sendable {
  let now: Moment
  var layout: ScreenLayout
  var kinds: Kinds
  var settings: Explorer.Settings
  var records = RecordStore()
  private(set) var effects: [Effect] = []
  /// Navigation to perform at the end of the update.
  var destinations: [Destination] = []
  var toast: Toast?
  /// The open tab; pages of other tabs postpone their requests.
  var openTab: Tab.Content?
  let monitor: BusMonitor
  /// The favourites, in the order in which they were added.
  var favourites: [Reference]
  var thrift: Thrift
  private(set) var lastRequest: RequestID

  /// How much may be asked of an origin.
  enum Thrift: Sendable, Hashable {
    /// Everything that may be of use: the origin is embedded or on this computer.
    case none
    /// What the screen shows, and a little ahead.
    case shown
    /// What fills the first screen, because the user has not done anything yet.
    case least
  }

  init(_ explorer: Explorer, at now: Moment) {
    self.now = now
    (layout, kinds, settings, monitor) = (explorer.layout, explorer.kinds, explorer.settings, explorer.monitor)
    (openTab, favourites) = (explorer.tab.content, explorer.favourites ?? [])
    (thrift, lastRequest) = (explorer.thrift, explorer.lastRequest)
  }

  var language: any Language { settings.language }
  var wording: Wording { settings.wording }
  var names: ReferenceWording { ReferenceWording(records, kinds, wording) }

  mutating func send(_ query: ExplorerQuery) -> RequestID {
    lastRequest += 1
    effects.append(.send(lastRequest, query))
    return lastRequest
  }

  mutating func emit(_ effect: Effect) { effects.append(effect) }

  mutating func navigate(to destination: Destination) { destinations.append(destination) }

  mutating func warn(_ phrase: Phrase) { toast = Toast(language.say(phrase), .caution) }

  /// Copies a text, and says so with `title` or else the text.
  mutating func copy(_ text: String, as title: String? = nil) {
    emit(.copy(text))
    toast = Toast(language.say("copied {text}", .text(title ?? text)), .good)
  }

  /// Says that the action has no effect on this screen, unless it is a movement, which ends at the end of a list.
  mutating func reportNoEffect(of action: Action) {
    guard action.movement(page: 1) == nil, ![.left, .right, .cancel].contains(action) else { return }
    toast = Toast(language.say(.noEffect(language.say(action.phrase))))
  }

  // MARK: Loading records

  /// Loads the records that are neither known nor loading, retries failed ones, and reloads invalidated ones, unless that has failed.
  mutating func load(_ references: [Reference]) {
    for reference in references where records[reference] == nil || records.needsName(reference) { reload(reference, revalidate: false) }
  }

  /// Does what ``loadNames(of:retriesFailed:)`` does, except for the names whose last request failed.
  mutating func loadMissingNames(of references: [Reference]) { loadNames(of: references, retriesFailed: false) }

  /// Requests the names that are neither known nor loading, with one query. Reloads known records as ``load(_:)`` does.
  mutating func loadNames(of references: [Reference], retriesFailed: Bool = true) {
    var unknown: [Reference] = []
    var seen: Set<Reference> = []
    for reference in references where records.needsName(reference, retriesFailed: retriesFailed) && seen.insert(reference).inserted {
      if records[reference] == nil { unknown.append(reference) } else { reload(reference, revalidate: false) }
    }
    guard !unknown.isEmpty else { return }
    records.begin(.name, of: unknown, with: send(.names(unknown, cachedOnly: thrift == .least)))
  }

  /// Reloads a record, with `revalidate` from the origin, unless a request in flight returns the same.
  mutating func reload(_ reference: Reference, revalidate: Bool) {
    let demand: RecordStore.Demand = revalidate ? .revalidatedRecord : .record
    guard records.needsRequest(reference, demand) else { return }
    records.begin(demand, of: [reference], with: send(.record(reference, revalidate: revalidate)))
  }
}

/// A navigation target or a change of a setting.
public enum Destination: Sendable, Hashable {
  case record(Reference)
  /// The record in the tab of its kind.
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
  /// The list of this kind, sorted by this field or, if it is already, in reverse.
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
