import Presentation
import Testing

@Suite struct ThemeChoiceTests {
  @Test func `the automatic theme matches the terminal's background`() {
    #expect(ThemeChoice.automatic.theme(on: .light).name == "light")
    #expect(ThemeChoice.automatic.theme(on: .dark).name == "dark")
    #expect(ThemeChoice.automatic.theme(on: nil).name == "dark")
    #expect(ThemeChoice.theme(.highContrast).theme(on: .light).name == "high-contrast")
  }
}
