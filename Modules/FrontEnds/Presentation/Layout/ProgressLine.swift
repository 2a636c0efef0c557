public import Localization
import Text

/// Progress of a long operation: a bar, the percentage, the count, the rate and the time left.
public struct ProgressLine: Sendable, Hashable {
  public var done: Int
  public var total: Int
  public var elapsed: Duration

  public init(done: Int, total: Int, elapsed: Duration) {
    self.done = done
    self.total = total
    self.elapsed = elapsed
  }

  /// Returns a line of at most `columns`. If there is too little room, the bar is omitted first.
  public func text(columns: Int, in language: any Language = English()) -> String {
    let share = total > 0 ? min(1, Double(done) / Double(total)) : 0
    let seconds = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
    var tail = "\(String(Int(share * 100)).padded(to: 3, .trailing))%  \(done)/\(total)"
    if seconds > 0, done > 0 {
      let rate = Double(done) / seconds
      tail += "  " + language.say(.perSecond("\(Int(rate.rounded()))"))
      if done < total { tail += "  \(language.say(.timeLeft(Self.clock(Double(total - done) / rate, in: language))))" }
    }
    let width = min(30, columns - tail.columns - 2)
    guard width >= 8 else { return tail.truncated(to: columns) }
    return "\(Self.bar(share, width))  \(tail)"
  }

  /// Returns a bar with a resolution of 1/8 column.
  private static func bar(_ share: Double, _ width: Int) -> String {
    let eighths = Int((share * Double(width * 8)).rounded(.down))
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return (String(repeating: "█", count: eighths / 8) + part).padded(to: width)
  }

  /// Formats the time left: `4 s`, `2:05`, `1:00:00`.
  static func clock(_ seconds: Double, in language: any Language = English()) -> String {
    let whole = Int(min(seconds.rounded(.up), 359_999))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if whole < 60 { return language.figures.seconds(whole) }
    if whole < 3600 { return "\(whole / 60):\(two(whole % 60))" }
    return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
  }
}
