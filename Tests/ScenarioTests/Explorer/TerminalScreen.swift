import Platform
import TestSupport

/// A program in a tmux terminal: the test sends keys and reads the screen.
final class TerminalScreen: Sendable {
  let sandbox: Sandbox
  private let socket: String
  /// The file for the exit code of the program, written by the shell: tmux may miss the exit if its parent blocked signals.
  private let status: String
  private let server: RunningProcess

  /// Runs a shell command in a window of the given size.
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
    try await eventually("the terminal \(name) starts", isTrue: { try await Self.tmux(socket, sandbox, ["list-sessions"]).isSuccess })
    try await tmux("new-session", "-d", "-s", "main", "-x", String(columns), "-y", String(rows), "\(command); echo $? >'\(status)'")
  }

  /// Sends keys by their tmux names: `Enter`, `Down`, `C-p`, `q`.
  func press(_ keys: String...) async throws { try await tmux(["send-keys", "-t", "main"] + keys) }

  /// Types text literally.
  func type(_ text: String) async throws { try await tmux("send-keys", "-t", "main", "-l", text) }

  func resize(columns: Int, rows: Int) async throws {
    try await tmux("resize-window", "-t", "main", "-x", String(columns), "-y", String(rows))
  }

  /// Returns the text on the screen without trailing spaces.
  func text() async throws -> String { try await tmux("capture-pane", "-p", "-t", "main") }

  /// Waits until the screen shows all `texts`, and returns the screen. On timeout, throws an error that includes the last screen.
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

  /// Moves the selection from the row labelled `first` down to `name`, and follows it. Waits until the name is there.
  func follow(_ name: String, from first: String) async throws {
    let rows = { (text: String) -> Int? in
      // On a wide screen, the record is in the right half.
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.split(separator: "│", omittingEmptySubsequences: false).last ?? ""
      }
      guard let start = lines.firstIndex(where: { $0.contains(first) }), let end = lines[start...].firstIndex(where: { $0.contains(name) })
      else { return nil }
      return lines[start..<end].count { line in line.contains { $0 != " " } }
    }
    let text = try await shows("\(name) is below \(first)") { rows($0) != nil }
    for _ in 0..<(rows(text) ?? 0) { try await press("Down") }
    try await press("Enter")
  }

  /// Waits until the program has ended and returns its exit code, or 128 plus the number of the signal that ended it.
  func ending() async throws -> Int {
    do {
      return try await eventually("the program ends", within: .testLimit) {
        Files.text(status).flatMap { Int($0.filter(\.isNumber)) }
      }
    } catch let error as TestSupportError { throw TestSupportError("\(error)\n\(try await text())") }
  }

  /// Ends the terminal and the program in it.
  func close() async throws {
    try await tmux("kill-server")
    try await server.ending()
  }

  @discardableResult
  private func tmux(_ arguments: String...) async throws -> String { try await tmux(arguments) }

  @discardableResult
  private func tmux(_ arguments: [String]) async throws -> String {
    let answer = try await Self.tmux(socket, sandbox, arguments)
    guard answer.isSuccess else { throw TestSupportError("tmux \(arguments): \(answer.text)") }
    return answer.text
  }

  private static func tmux(_ socket: String, _ sandbox: Sandbox, _ arguments: [String]) async throws -> (isSuccess: Bool, text: String) {
    let process = try await RunningProcess.start(
      "/usr/bin/tmux", ["-u", "-S", socket] + arguments, environment: sandbox.environment, keeping: sandbox.directory)
    process.closeInput()
    let ending = try await process.ending()
    return (ending == .exited(0), ending == .exited(0) ? process.output : process.errors)
  }
}
