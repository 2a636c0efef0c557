import Contracts
import Glibc
import Launch
import MessageBus
import Models
import OrderedJSON
import Presentation

/// The checks of `holocron doctor`.
enum Checks {
  static func zeromq(_ version: (major: Int, minor: Int, patch: Int)) -> Finding {
    let text = "\(version.major).\(version.minor).\(version.patch)"
    // ZMQ_HEARTBEAT and reliable monitor events came with 4.2; Debian 12 has 4.3.4.
    guard (version.major, version.minor) >= (4, 2) else {
      return Finding("libzmq", .fail, "version \(text) is too old", remedy: "install libzmq 4.2 or newer (Debian: libzmq3-dev)")
    }
    return Finding("libzmq", .pass, "version \(text)")
  }

  static func folders(_ launcher: Launcher, _ environment: Environment) -> [Finding] {
    let runtime = launcher.runtimeFolder
    var findings: [Finding] = []
    switch Folders.weakness(of: runtime) {
    case nil: findings.append(Finding("Sockets", .pass, "\(runtime) is yours alone"))
    case "does not exist": findings.append(Finding("Sockets", .pass, "\(runtime) is made when a bus starts"))
    case "lets other users in": findings.append(Finding("Sockets", .fail, "\(runtime) lets other users in", remedy: "chmod 700 \(runtime)"))
    case let weakness?:
      findings.append(Finding("Sockets", .fail, "\(runtime) \(weakness)", remedy: "set XDG_RUNTIME_DIR to a folder of your own"))
    }
    if runtime.utf8.count + "/events".utf8.count > Endpoint.longestPath {
      findings.append(
        Finding("Socket path", .fail, "\(runtime) is too long for a socket", remedy: "set XDG_RUNTIME_DIR to a shorter path"))
    }
    let cache = environment.folder("XDG_CACHE_HOME", below: ".cache") + "/holocron"
    return findings + [writable("Cache folder", cache), writable("Log folder", environment.stateFolder)]
  }

  /// The folder can be written, or made where the first existing folder above it can.
  private static func writable(_ subject: String, _ path: String) -> Finding {
    var existing = path
    while access(existing, F_OK) != 0, let slash = existing.lastIndex(of: "/"), slash > existing.startIndex {
      existing = String(existing[..<slash])
    }
    if access(existing, W_OK | X_OK) == 0 {
      return Finding(subject, .pass, existing == path ? "\(path) can be written" : "\(path) is made when it is needed")
    }
    return Finding(subject, .fail, "\(existing) cannot be written: \(String(cString: strerror(errno)))", remedy: "chmod u+rwx \(existing)")
  }

  static func programs(_ executables: Executables) -> [Finding] {
    ["holocron-node", "holocron-supervisor", ExploreCommand.program].map { name in
      guard let path = executables.find(name) else {
        return Finding(name, .warn, "is not installed", remedy: "put it beside holocron or on PATH; \(lacking(name))")
      }
      return Finding(name, .pass, path)
    }
  }

  /// What is not possible without a program.
  private static func lacking(_ program: String) -> String {
    program == ExploreCommand.program ? "without it there is no full-screen explorer" : "without it start workers by hand"
  }

  /// Bus, workers and origin, each only where the one before is there.
  static func bus(_ context: Context) async -> [Finding] {
    let endpoint = "\(context.address.requests)"
    let statistics: JSON
    do throws(Problem) { statistics = try await context.observer.brokerStatistics() } catch {
      guard error.type == Problem.Kind.noBus else {
        return [
          Finding("Bus", .fail, "\(endpoint) does not answer: \(error)", remedy: "see what runs there: holocron down, then holocron up")
        ]
      }
      return [Finding("Bus", .warn, "nothing runs at \(endpoint)", remedy: "holocron up; or ask anything, and a node starts by itself")]
    }
    var findings = [Finding("Bus", .pass, "\(endpoint) answers")]
    let attached = Attached(statistics)
    // Without search records can still be shown and listed.
    for (service, state) in [(ServiceName.cache, Finding.State.fail), (.fetch, .fail), (.search, .warn)] {
      let count = attached.workers(service)
      findings.append(
        count == 0
          ? Finding(service.text, state, "no worker is attached", remedy: "start one with \(service.executable), or all with holocron up")
          : Finding(service.text, .pass, count == 1 ? "1 worker" : "\(count) workers"))
    }
    if attached.offers(.fetch) { findings.append(await origin(context)) }
    return findings
  }

  /// Asks through a fetcher: only that one knows the origin.
  private static func origin(_ context: Context) async -> Finding {
    do throws(Problem) {
      let kinds = try await context.observer.ask(KindsRequest(), of: .fetch)
      return Finding("Origin", .pass, "answers, and offers \(kinds.map(\.text).joined(separator: ", "))")
    } catch {
      return Finding(
        "Origin", .fail, "\(error)",
        remedy: "what is cached keeps coming; attach a fetcher with another origin: holocron-fetcher --origin embedded")
    }
  }
}
