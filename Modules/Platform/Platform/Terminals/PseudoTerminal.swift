import Glibc

/// A pseudo-terminal for other programs (pty(7)): this process reads their output and sends them input.
public final class PseudoTerminal: Sendable {
  private let controller: Descriptor
  /// Kept open, so that the terminal survives the programs on it.
  private let line: Descriptor
  /// The path of the terminal that programs open.
  public let path: String

  public init(columns: UInt16 = 80, rows: UInt16 = 24) throws(SystemError) {
    var (first, second): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&first, &second, nil, nil, &size) == 0 else { throw .last("openpty") }
    (controller, line) = (Descriptor(owning: first), Descriptor(owning: second))
    // Programs must not inherit the descriptors.
    for number in [first, second] { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(first, F_SETFL, O_NONBLOCK)
    // ttyname(3) returns a buffer that all threads share.
    var name = [CChar](repeating: 0, count: 64)
    let failure = ttyname_r(second, &name, name.count)
    guard failure == 0 else { throw SystemError("ttyname_r", number: ErrorNumber(rawValue: failure)) }
    path = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Starts a program in a new session, with this terminal as its controlling terminal and standard streams.
  public func start(_ spawn: Spawn) throws(SystemError) -> SpawnedProcess {
    var spawn = spawn
    spawn.terminal = path
    return try spawn.start()
  }

  /// Sends text as keyboard input. Text that does not fit into the terminal's buffer is lost.
  public func type(_ text: String) {
    var text = text
    text.withUTF8 { _ = write(controller.number, $0.baseAddress, $0.count) }
  }

  /// Waits up to `limit` for output, and returns what was written since the last call, including escape sequences; empty if there is none.
  public func output(within limit: Duration = .zero) -> [UInt8] {
    if limit > .zero { _ = Polling.wait(for: [controller.number], within: limit) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    var output: [UInt8] = []
    while case let count = read(controller.number, &bytes, bytes.count), count > 0 { output += bytes.prefix(count) }
    return output
  }

  /// The mode of the terminal; `nil` if it cannot be read.
  public var mode: TerminalMode? { TerminalMode(of: line.number) }
}
