/// Names of actions.
extension ActionPhrase {
  public static var up: ActionPhrase { "up" }
  public static var down: ActionPhrase { "down" }
  public static var left: ActionPhrase { "left" }
  public static var right: ActionPhrase { "right" }
  public static var pageUp: ActionPhrase { "page up" }
  public static var pageDown: ActionPhrase { "page down" }
  public static var first: ActionPhrase { "first" }
  public static var last: ActionPhrase { "last" }
  public static var open: ActionPhrase { "open" }
  public static var cancel: ActionPhrase { "close" }
  public static var back: ActionPhrase { "back" }
  public static var forward: ActionPhrase { "forward" }
  public static var nextTab: ActionPhrase { "next tab" }
  public static var previousTab: ActionPhrase { "previous tab" }
  /// Tab number, counted from 1.
  public static func tab(_ number: Int) -> ActionPhrase { ActionPhrase(Phrase("tab {number}", .number(number))) }
  public static var search: ActionPhrase { "search" }
  public static var filter: ActionPhrase { "filter" }
  public static var forget: ActionPhrase { "remove search" }
  public static var sort: ActionPhrase { "sort" }
  public static var reverse: ActionPhrase { "reverse order" }
  public static var reload: ActionPhrase { "reload" }
  public static var copy: ActionPhrase { "copy" }
  public static var copyRecord: ActionPhrase { "copy as JSON" }
  public static var openOrigin: ActionPhrase { "open in browser" }
  public static var crawl: ActionPhrase { "crawl" }
  public static var mark: ActionPhrase { "mark" }
  public static var clearMarks: ActionPhrase { "clear marks" }
  public static var favourite: ActionPhrase { "favourite" }
  public static var compare: ActionPhrase { "compare" }
  public static var path: ActionPhrase { "path" }
  public static var alternative: ActionPhrase { "next path" }
  public static var differences: ActionPhrase { "only differences" }
  public static var restart: ActionPhrase { "restart" }
  /// What the keys for down and open do on the status page: select a process, and show its log.
  public static var selectProcess: ActionPhrase { "select" }
  public static var showLog: ActionPhrase { "log" }
  public static var zoom: ActionPhrase { "zoom" }
  public static var theme: ActionPhrase { "theme" }
  public static var language: ActionPhrase { "language" }
  public static var units: ActionPhrase { "units" }
  public static var mouse: ActionPhrase { "toggle mouse" }
  public static var random: ActionPhrase { "random record" }
  public static var palette: ActionPhrase { "commands" }
  public static var help: ActionPhrase { "help" }
  public static var suspend: ActionPhrase { "suspend" }
  public static var quit: ActionPhrase { "quit" }
}
