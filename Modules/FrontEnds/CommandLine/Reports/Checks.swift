import Client
import Contracts
import Explorer
import Glibc
import Launch
import MessageBus
import Models
import OrderedJSON
import TerminalText

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

  /// The folders that are used: that of the bus that is asked, and those of what is kept.
  static func folders(_ context: Context) -> [Finding] {
    let environment = context.environment
    let requests = context.address.requests
    let bus = requests.transport == .ipc ? requests.address.lastIndex(of: "/").map { String(requests.address[..<$0]) } : nil
    let cache = environment.folder("XDG_CACHE_HOME", below: ".cache") + "/holocron"
    return sockets(bus ?? context.launcher.runtimeFolder) + [
      writable("Cache folder", cache), writable("Log folder", environment.stateFolder),
    ]
  }

  /// The file that services and front-ends share, and what it says to front-ends.
  static func configuration(_ context: Context) -> Finding {
    do throws(Problem) {
      let path = try ConfigurationFile.read { context.environment.raw($0) }.path
      _ = try context.preferences()
      return Finding("Configuration", .pass, path.isEmpty ? "no file, which means the defaults" : path.printable)
    } catch {
      return Finding(
        "Configuration", .fail, (error.detail ?? error.title).printable, remedy: "mend what it names: services and lists for people need it"
      )
    }
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
      guard error.type == ProblemType.noBus else {
        return [
          Finding("Bus", .fail, "\(endpoint) does not answer: \(error)", remedy: "see what runs there: holocron down, then holocron up")
        ]
      }
      return [Finding("Bus", .warn, "nothing runs at \(endpoint)", remedy: "holocron up; or ask anything, and a node starts by itself")]
    }
    var findings = [Finding("Bus", .pass, "\(endpoint) answers")]
    let attached = Attached(statistics)
    findings += await context.census(attached).findings
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
