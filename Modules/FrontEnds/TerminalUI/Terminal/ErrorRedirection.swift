import Platform

/// Redirects standard error to a file, so that it does not garble the screen.
struct ErrorRedirection {
  private let saved: Descriptor

  /// Returns `nil` if the file cannot be opened; standard error is then unchanged.
  init?(to path: String) {
    guard let file = try? Descriptor.open(path, for: .appending, followsLink: false), let saved = StandardStream.error.duplicate() else {
      return nil
    }
    self.saved = saved
    StandardStream.error.redirect(to: file)
  }

  func end() { StandardStream.error.redirect(to: saved) }
}
