import Launch

/// Opens web pages in the user's browser.
struct WebBrowser {
  private let environment: Environment
  private let executables: Executables

  init(_ wiring: Wiring) { (environment, executables) = (wiring.environment, wiring.executables) }

  /// Opens `address` without waiting. Returns `false` without a graphical session, since a terminal browser would compete for the screen.
  func open(_ address: String) -> Bool {
    // Origins are not trusted: accept only printable ASCII.
    guard address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil,
      let path = executables.find("xdg-open")
    else { return false }
    guard let process = Spawn(executable: path, arguments: [address], isDetached: true).start() else { return false }
    Spawn.reapInBackground(process)
    return true
  }
}
