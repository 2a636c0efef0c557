@testable import Presentation

/// Luminances of xterm's 256 colours.
enum Palette {
  /// Returns the contrast ratio of a style (WCAG 2.2), from 1 for equal colours to 21 for black and white. `ground` and `text` are the luminances of the terminal's default colours.
  static func contrast(_ style: Style, ground: Double, text: Double, basic: Bool = false) -> Double {
    let luminance = { (color: Color) in basic ? self.luminance(Int(color.basic)) : self.luminance(Int(color.indexed)) }
    let foreground = style.foreground.map(luminance) ?? text
    let background = style.background.map(luminance) ?? ground
    return (max(foreground, background) + 0.05) / (min(foreground, background) + 0.05)
  }

  static func luminance(_ index: Int) -> Double {
    let (red, green, blue) = parts(index)
    return Luminance.relative(red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255)
  }

  private static func parts(_ index: Int) -> (Int, Int, Int) {
    switch index {
    case 0..<16: return basics[index]
    case 232...: return (8 + 10 * (index - 232), 8 + 10 * (index - 232), 8 + 10 * (index - 232))
    default:
      let level = { (step: Int) in step == 0 ? 0 : 55 + 40 * step }
      return (level((index - 16) / 36), level((index - 16) / 6 % 6), level((index - 16) % 6))
    }
  }

  private static let basics = [
    (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229), (127, 127, 127),
    (255, 0, 0), (0, 255, 0), (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
  ]
}
