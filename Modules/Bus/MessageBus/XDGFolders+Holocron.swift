package import Platform

/// The folders of Holocron are known here because the default address of the bus is in one of them.
extension XDGFolders {
  /// Creates the folders of Holocron, such as `~/.config/holocron` and `/tmp/holocron-UID`.
  package init(_ environment: Environment) { self.init("holocron", environment) }
}
