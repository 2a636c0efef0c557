import Models

/// The state of a page and its changes. Pure: side effects are requested from ``UpdateContext``.
protocol PageModel: Sendable {
  /// The record that actions such as copy and compare apply to; in a list the selected record.
  var subject: Reference? { get }
  /// Whether keys are text input.
  var isTyping: Bool { get }
  /// Returns the records on the screen, whose age the connection state shows; for a list those in the window.
  func visibleRecords(in layout: ScreenLayout) -> [Reference]

  /// The records that the page draws, as far as they are loaded. They stay in the cache while the page is on the screen; those of a list
  /// stay as long as the list is loaded.
  var neededRecords: [Reference] { get }

  /// Whether the page draws the record or its name at the moment.
  func shows(_ reference: Reference, _ context: UpdateContext) -> Bool

  /// The page is shown, again or for the first time, or the screen was resized.
  mutating func appear(_ context: inout UpdateContext)
  /// A record is opened beside the page: selects it, if it is in the list.
  mutating func follow(_ reference: Reference, _ context: inout UpdateContext)
  /// Handles an action. Returns `false` if the action has no meaning on this page; the explorer then performs its global meaning.
  mutating func perform(_ action: Action, _ context: inout UpdateContext) -> Bool
  mutating func edit(_ edit: TextEdit, _ context: inout UpdateContext)
  /// Handles a result. Returns `false` if the request belongs to another page.
  mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool
  /// The record was loaded, or loading it failed.
  mutating func loadFinished(_ reference: Reference, _ context: inout UpdateContext)
  /// Names of records have arrived. Called for the root of the open tab.
  mutating func namesArrived(_ context: inout UpdateContext)
  /// The favourites have changed. Called for every page of every tab.
  mutating func favouritesChanged(_ context: inout UpdateContext)
  /// Handles an event. Called for every page of every tab.
  mutating func handle(_ event: BusEvent, _ context: inout UpdateContext)
  /// Retries what failed and reloads what may have changed. Called while the page is on the screen; a page shown later appears anyway.
  mutating func refresh(_ context: inout UpdateContext)
  mutating func timerFired(_ timer: TimerID, _ context: inout UpdateContext)
  /// Handles a click on a row; a second click on the same row opens it.
  mutating func click(_ row: Int, _ context: inout UpdateContext)
  mutating func scroll(_ lines: Int, _ context: inout UpdateContext)
  /// Sorts the rows by the column with this key, in the other direction if they are already sorted by it.
  mutating func sort(by key: String, _ context: inout UpdateContext)

  /// Draws the page. `isActive` means that keys go to this page.
  func draw(on canvas: inout Canvas, in rect: Rect, isActive: Bool, _ context: RenderContext)
}

extension PageModel {
  var isTyping: Bool { false }
  func visibleRecords(in layout: ScreenLayout) -> [Reference] { subject.map { [$0] } ?? [] }
  var neededRecords: [Reference] { subject.map { [$0] } ?? [] }
  func shows(_ reference: Reference, _ context: UpdateContext) -> Bool { neededRecords.contains(reference) }
  mutating func appear(_ context: inout UpdateContext) {}
  mutating func follow(_ reference: Reference, _ context: inout UpdateContext) {}
  mutating func edit(_ edit: TextEdit, _ context: inout UpdateContext) {}
  mutating func receive(_ result: QueryResult, for id: RequestID, _ context: inout UpdateContext) -> Bool { false }
  mutating func loadFinished(_ reference: Reference, _ context: inout UpdateContext) {}
  mutating func namesArrived(_ context: inout UpdateContext) {}
  mutating func favouritesChanged(_ context: inout UpdateContext) {}
  mutating func handle(_ event: BusEvent, _ context: inout UpdateContext) {}
  mutating func refresh(_ context: inout UpdateContext) {}
  mutating func timerFired(_ timer: TimerID, _ context: inout UpdateContext) {}
  mutating func click(_ row: Int, _ context: inout UpdateContext) {}
  mutating func scroll(_ lines: Int, _ context: inout UpdateContext) {}
  mutating func sort(by key: String, _ context: inout UpdateContext) {}
}
