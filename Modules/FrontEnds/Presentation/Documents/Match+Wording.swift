package import Contracts
package import Localization
import Models
import Text

extension Match {
  /// Returns the excerpt and its marks; `nil` if the name matches. A quantity is written in the language and the units of `wording`; if that
  /// changes the text, it has no marks.
  package func localizedExcerpt(_ wording: Wording) -> (text: String, marks: [Range<Int>])? {
    guard let excerpt else { return nil }
    let text = quantity.isEmpty ? excerpt : wording.text(of: .quantity(quantity)).printable
    return (text, text == excerpt ? marks : [])
  }
}
