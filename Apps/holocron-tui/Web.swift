import Launch

/// Shows pages of the web in the person's browser.
struct Web {
  private let environment: Environment
  private let executables: Executables

  init(_ wiring: Wiring) { (environment, executables) = (wiring.environment, wiring.executables) }

  /// Returns at once. `false` where there is no browser that has a window of its own: one for the terminal would fight for the screen.
  func open(_ address: String) -> Bool {
    // Origins are foreign: whatever is not plainly an address is none.
    guard address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil,
      let path = executables.find("xdg-open")
    else { return false }
    guard let process = Spawn(executable: path, arguments: [address], isDetached: true).start() else { return false }
    Spawn.disown(process)
    return true
  }
}
