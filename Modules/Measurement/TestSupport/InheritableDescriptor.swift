import Glibc

/// A descriptor that stays open across exec, like one that a front-end inherited. Programs that other tests start inherit it, too.
public final class InheritableDescriptor: Sendable {
  public let number: Int32

  /// Duplicates standard error to a number of 500 or more.
  public init() throws(TestSupportError) {
    number = fcntl(STDERR_FILENO, F_DUPFD, 500)
    guard number >= 500 else { throw TestSupportError("no descriptors left") }
  }

  deinit { close(number) }
}
