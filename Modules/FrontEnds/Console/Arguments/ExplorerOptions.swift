/// The options of the explorer alone. ``SharedOptions`` has those that it shares with the command line.
public enum ExplorerOptions {
  public static let search = Option("search", "TEXT", "Open the results of a search")
  public static let top = Flag("top", "Open the bus status: services, workers, queues, rates")
  public static let noMouse = Flag("no-mouse", "Don't capture the mouse")
  public static let noMotion = Flag("no-motion", "Disable animations")
  public static let plain = Flag("plain", "Print plain lines of text, for screen readers and pipes")
  public static let embedded = Flag("embedded", "Use the embedded catalogue without a bus; searches by name only")
}
