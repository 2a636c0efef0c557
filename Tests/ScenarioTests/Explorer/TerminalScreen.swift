import TestSupport

/// A program on a terminal of its own, with a person's hands and eyes: keys go in, the screen is read. The terminal is tmux's.
final class TerminalScreen: Sendable {
  let sandbox: Sandbox
  private let socket: String
  /// Where the shell writes how the program ended: tmux does not always learn it where its parent held signals back.
  private let status: String
  private let server: RunningProcess

  /// Runs `command`, words that a shell reads, in a window of that size.
  init(_ name: String, _ command: String, columns: Int, rows: Int, in sandbox: Sandbox) async throws {
    self.sandbox = sandbox
    socket = sandbox.directory.file("\(name).tmux")
    status = sandbox.directory.file("\(name).status")
    try sandbox.directory.write(
      "set -g default-terminal screen-256color\nset -g status off\nset -g set-clipboard on\nset -g exit-empty off\nset -g remain-on-exit on\n",
      to: "tmux.conf")
    let socket = socket
    server = try await RunningProcess.start(
      "/usr/bin/tmux", ["-u", "-D", "-S", socket, "-f", sandbox.directory.file("tmux.conf")], environment: sandbox.environment,
      keeping: sandbox.directory)
    try await eventually("the terminal \(name) starts", isTrue: { try await Self.tmux(socket, sandbox, ["list-sessions"]).isThere })
    try await tmux("new-session", "-d", "-s", "main", "-x", String(columns), "-y", String(rows), "\(command); echo $? >'\(status)'")
  }

  /// Types keys by tmux's names: `Enter`, `Down`, `C-p`, `q`. Several are typed one after the other.
  func press(_ keys: String...) async throws { try await tmux(["send-keys", "-t", "main"] + keys) }

  /// Types text as it is.
  func type(_ text: String) async throws { try await tmux("send-keys", "-t", "main", "-l", text) }

  func resize(columns: Int, rows: Int) async throws {
    try await tmux("resize-window", "-t", "main", "-x", String(columns), "-y", String(rows))
  }

  /// What stands on the screen now, trailing spaces left out.
  func text() async throws -> String { try await tmux("capture-pane", "-p", "-t", "main") }

  /// Waits until `text` stands on the screen, and returns the screen. Throws with the last screen when it never does.
  @discardableResult
  func shows(_ texts: String...) async throws -> String { try await shows("\(texts)") { screen in texts.allSatisfy(screen.contains) } }

  @discardableResult
  func shows(_ texts: String..., ignoringCase: Bool) async throws -> String {
    try await shows("\(texts)") { screen in texts.allSatisfy { screen.lowercased().contains($0.lowercased()) } }
  }

  @discardableResult
  func shows(_ what: String, where isRight: (String) -> Bool) async throws -> String {
    var last = ""
    do {
      return try await eventually(what, within: .testLimit) {
        last = try await text()
        return isRight(last) ? last : nil
      }
    } catch let error as TestSupportError {
      throw TestSupportError("\(error)\n\(last)")
    }
  }

  /// Moves down to `name` from the first thing in the row labelled `first`, where the selection is, and follows it.
  func follow(_ name: String, from first: String) async throws {
    // On a wide screen the record stands in the right half.
    let lines = try await text().split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "│", omittingEmptySubsequences: false).last ?? ""
    }
    guard let start = lines.firstIndex(where: { $0.contains(first) }), let end = lines[start...].firstIndex(where: { $0.contains(name) })
    else { throw TestSupportError("\(name) does not stand below \(first):\n\(lines.joined(separator: "\n"))") }
    let rows = lines[start..<end].count { line in line.contains { $0 != " " } }
    for _ in 0..<rows { try await press("Down") }
    try await press("Enter")
  }

  /// Waits until the program has ended and returns its exit code; 128 and the number of the signal that ended it.
  func ending() async throws -> Int {
    do {
      return try await eventually("the program ends", within: .testLimit) {
        Files.text(status).flatMap { Int($0.filter(\.isNumber)) }
      }
    } catch let error as TestSupportError { throw TestSupportError("\(error)\n\(try await text())") }
  }

  /// Ends the terminal and what runs in it.
  func close() async throws {
    try await tmux("kill-server")
    try await server.ending()
  }

  @discardableResult
  private func tmux(_ arguments: String...) async throws -> String { try await tmux(arguments) }

  @discardableResult
  private func tmux(_ arguments: [String]) async throws -> String {
    let answer = try await Self.tmux(socket, sandbox, arguments)
    guard answer.isThere else { throw TestSupportError("tmux \(arguments): \(answer.text)") }
    return answer.text
  }

  private static func tmux(_ socket: String, _ sandbox: Sandbox, _ arguments: [String]) async throws -> (isThere: Bool, text: String) {
    let process = try await RunningProcess.start(
      "/usr/bin/tmux", ["-u", "-S", socket] + arguments, environment: sandbox.environment, keeping: sandbox.directory)
    process.closeInput()
    let ending = try await process.ending()
    return (ending == .exited(0), ending == .exited(0) ? process.output : process.errors)
  }
}
