import Platform

/// Redirects standard error to a file, so that it does not garble the screen.
struct ErrorRedirection {
  private let saved: Descriptor
  private let file: Descriptor
  private let path: String

  /// Returns `nil` if the file cannot be opened; standard error is then unchanged.
  init?(to path: String) {
    guard let file = try? Descriptor.open(path, for: .appending, followsLink: false), let saved = StandardStream.error.duplicate() else {
      return nil
    }
    self.saved = saved
    self.file = file
    self.path = path
    FileLock.share(file)
    StandardStream.error.redirect(to: file)
  }

  /// Restores standard error. Removes the file if it is empty and no other process writes to it.
  func end() {
    StandardStream.error.redirect(to: saved)
    if file.size == 0, FileLock.isSole(file) { FileSystem.remove(path) }
  }
}
