import Glibc

/// The limit on the descriptors of this process (RLIMIT_NOFILE of getrlimit(2)): new ones have lower numbers. Open ones remain open.
public enum DescriptorLimit {
  /// Sets the limit. Returns the previous one.
  public static func set(_ number: Int) throws -> Int {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { throw TestSupportError("getrlimit: \(String(cString: strerror(errno)))") }
    let previous = limit.rlim_cur
    limit.rlim_cur = rlim_t(number)
    guard setrlimit(resource, &limit) == 0 else { throw TestSupportError("setrlimit: \(String(cString: strerror(errno)))") }
    return Int(clamping: previous)
  }
}

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
