import Console
import Platform
import Text

extension Output {
  /// Returns an output to the standard streams that sends pages of `rows` or more lines through `pager`, if there is one.
  static func standard(pager: Pager?, rows: Int?) -> Output {
    Output { text, destination in
      switch destination {
      case .note: StandardOutput.write(text, to: .error)
      case .line: StandardOutput.write(text)
      case .page:
        if let pager, let rows, text.text.utf8.count(where: { $0 == 0x0A }) >= rows, pager.show(text) { return }
        StandardOutput.write(text)
      }
    }
  }
}
