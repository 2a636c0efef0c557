import CNCurses
import Presentation

/// Curses colour pairs, allocated on first use.
struct ColorPairs {
  private struct Pair: Hashable {
    let foreground, background: Int32
  }

  private var numbers: [Pair: Int32] = [:]

  /// Returns the pair for the colours of `style`; 0, the terminal's default, for a style without colours.
  mutating func number(for style: Style) -> Int32 {
    let colors = curses_colors()
    guard colors >= 8 else { return 0 }
    let pair = Pair(foreground: Self.foreground(of: style, of: colors), background: Self.index(style.background, of: colors))
    guard pair != Pair(foreground: -1, background: -1) else { return 0 }
    if let number = numbers[pair] { return number }
    let number = Int32(numbers.count) + 1
    guard number < curses_color_pairs(), init_extended_pair(number, pair.foreground, pair.background) == OK else { return 0 }
    numbers[pair] = number
    return number
  }

  /// Returns the index of the text colour. Eight colours have no grey, which would become black and invisible on a dark background: grey
  /// text has the terminal's default colour, or one that stands out from the background of the style.
  static func foreground(of style: Style, of colors: Int32) -> Int32 {
    guard colors < 16, style.foreground?.basic == 8 else { return index(style.foreground, of: colors) }
    return style.background.map { [6, 7].contains($0.eight) ? 0 : 7 } ?? -1
  }

  /// Returns the colour index; -1 is the terminal's default.
  static func index(_ color: Color?, of colors: Int32) -> Int32 {
    guard let color else { return -1 }
    if colors >= 256 { return Int32(color.indexed) }
    return colors >= 16 ? Int32(color.basic) : Int32(color.eight)
  }
}
