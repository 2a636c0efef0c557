// swift-tools-version: 6.2

import PackageDescription

// Every module and app is a target. Modules/README.md lists the modules that each may import, always downwards;
// Tests/ArchitectureTests checks this file against it.

// Scripts/test sets HOLOCRON_STRICT to treat warnings in this package as errors.
let strict: [SwiftSetting] = Context.environment["HOLOCRON_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
  strict + [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]

/// Returns the last component of a path, which is the name of the target.
func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

func module(_ path: String, _ dependencies: [Target.Dependency] = [], documents: [String] = []) -> Target {
  .target(name: name(path), dependencies: dependencies, path: "Modules/\(path)", exclude: documents, swiftSettings: settings)
}

func app(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Apps/\(name)", swiftSettings: settings)
}

func tests(_ path: String, _ dependencies: [Target.Dependency], data: [String] = []) -> Target {
  .testTarget(name: "\(name(path))Tests", dependencies: dependencies, path: "Tests/\(path)Tests", exclude: data, swiftSettings: settings)
}

/// A module for other packages. Names of products are unique among all packages of a build, and a package that depends on them can
/// rename modules (`moduleAliases`) but not products; so `Models` is the product `HolocronModels`.
func library(_ module: String) -> Product { .library(name: "Holocron\(module)", targets: [module]) }

// Scripts/bench, Scripts/chaos, Scripts/counts and CI set HOLOCRON_BENCH to build the benchmarks.
let isMeasured = Context.environment["HOLOCRON_BENCH"] != nil
let measurement: [Package.Dependency] =
  isMeasured ? [.package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")] : []

// Scripts/docs sets HOLOCRON_DOCS to build the documentation; no other build needs the plugin.
let documentation: [Package.Dependency] =
  Context.environment["HOLOCRON_DOCS"] == nil ? [] : [.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")]

/// Scripts/build sets HOLOCRON_INSTALLABLE to build what is installed and nothing else.
let isInstallable = Context.environment["HOLOCRON_INSTALLABLE"] != nil

/// Returns a product for each name of an app: it runs the command of the name it is started under. SwiftPM links the same executable once
/// per name; for Scripts/build, which adds the other names as hard links, only the first.
func names(_ names: String..., of app: String) -> [Product] {
  let linked = isInstallable ? Array(names.prefix(1)) : names
  return linked.map { .executable(name: $0, targets: [app]) }
}

extension Target.Dependency {
  static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
  static let coreMetrics = product(name: "CoreMetrics", package: "swift-metrics")
  static let deque = product(name: "DequeModule", package: "swift-collections")
  static let ordered = product(name: "OrderedCollections", package: "swift-collections")
  static let heap = product(name: "HeapModule", package: "swift-collections")
  static let httpTypes = product(name: "HTTPTypes", package: "swift-http-types")
  static let hummingbirdCore = product(name: "HummingbirdCore", package: "hummingbird")
  static let lifecycle = product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
  static let logging = product(name: "Logging", package: "swift-log")
  static let metrics = product(name: "Metrics", package: "swift-metrics")
  static let nioCore = product(name: "NIOCore", package: "swift-nio")
  static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
  static let nioHTTPTypes = product(name: "NIOHTTPTypes", package: "swift-nio-extras")
  static let nioPosix = product(name: "NIOPosix", package: "swift-nio")
  static let unixSignals = product(name: "UnixSignals", package: "swift-service-lifecycle")
}

let package = Package(
  name: "holocron",
  products: [library("OrderedJSON"), library("Models"), library("Dialects"), library("MessageBus")]
    + names(
      "holocron-node", "holocron-supervisor", "holocron-broker", "holocron-cache", "holocron-fetcher", "holocron-search", "holocron-load",
      of: "holocron-workers"),
  // The default traits of hummingbird need all of Foundation, which adds 45 MB to an executable.
  dependencies: documentation + measurement + [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
  ],
  targets: [
    // Platform: calls to the operating system.
    .target(name: "CStandardStreams", path: "Modules/Platform/CStandardStreams"),
    module("Platform/Platform", ["CStandardStreams"]),
    tests("Platform/Platform", ["Platform", "TestSupport"]),

    // Domain: kinds, values, records and texts; no I/O.
    module("Domain/Text"),
    tests("Domain/Text", ["Text"]),

    module("Domain/OrderedJSON", ["Text"]),
    tests("Domain/OrderedJSON", ["OrderedJSON"]),

    .target(name: "CCatalogue", path: "Modules/Domain/CCatalogue", exclude: ["Data"]),
    module("Domain/Models", ["CCatalogue", "OrderedJSON"]),
    tests("Domain/Models", ["Models", "OrderedJSON", "TestSupport"]),

    module("Domain/Dialects", ["Models", "OrderedJSON", "Platform", "Text"]),
    tests("Domain/Dialects", ["Dialects", "Models", "OrderedJSON", "TestSupport"], data: ["RecordedPages"]),

    // Bus: sockets, the Majordomo protocol, and the requests of all services.
    .systemLibrary(name: "CZeroMQ", path: "Modules/Bus/CZeroMQ"),
    module(
      "Bus/MessageBus", ["CZeroMQ", "OrderedJSON", "Platform", "Text", .deque, .heap, .logging],
      documents: ["GRAMMAR.md", "STATES.md"]),
    tests("Bus/MessageBus", ["CZeroMQ", "MessageBus", "OrderedJSON", "Platform", "TestSupport", .logging]),

    module("Bus/Contracts", ["MessageBus", "Models", "OrderedJSON", "Platform"]),
    tests("Bus/Contracts", ["Contracts", "MessageBus", "Models", "OrderedJSON"]),

    // Workers: the services and their stores.
    .target(name: "CCurl", path: "Modules/Workers/CCurl"),
    module("Workers/HTTPClient", ["CCurl", "Platform", .deque]),
    tests("Workers/HTTPClient", ["HTTPClient", "Platform", "ServiceTestSupport", "TestSupport"]),

    module(
      "Workers/Networking",
      [
        "Contracts", "Dialects", "HTTPClient", "MessageBus", "Models", "OrderedJSON", "Platform", .coreMetrics, .logging,
      ]),
    tests(
      "Workers/Networking",
      [
        "Contracts", "Dialects", "MessageBus", "Models", "Networking", "OrderedJSON", "Origin", "Platform",
        "ServiceTestSupport", "TestSupport", .logging,
      ]),

    .target(name: "CHiredis", path: "Modules/Workers/CHiredis"),
    module("Workers/Redis", ["CHiredis", "Platform", "Text", .deque]),
    tests("Workers/Redis", ["Platform", "Redis", "TestSupport", .nioCore, .nioPosix]),

    .systemLibrary(name: "CSQLite", path: "Modules/Workers/CSQLite"),
    module("Workers/Databases", ["CSQLite", "Platform", .logging]),
    tests("Workers/Databases", ["Databases", "Platform", "TestSupport", .logging]),

    module(
      "Workers/Cache",
      ["Contracts", "Databases", "MessageBus", "Models", "OrderedJSON", "Platform", "Redis", "Text", .coreMetrics, .logging]),
    tests(
      "Workers/Cache",
      [
        "Cache", "Contracts", "Databases", "MessageBus", "Models", "OrderedJSON", "Platform", "Redis", "TestSupport", .logging,
      ]),

    module("Workers/Search", ["Contracts", "Databases", "MessageBus", "Models", "OrderedJSON", "Platform", .coreMetrics, .logging]),
    tests(
      "Workers/Search",
      [
        "Contracts", "Databases", "MessageBus", "Models", "OrderedJSON", "Platform", "Search", "TestSupport", .coreMetrics,
        .logging,
      ]),

    module(
      "Workers/Origin",
      [
        "Dialects", "HTTPClient", "Models", "OrderedJSON", "Platform", "Text", .httpTypes, .hummingbirdCore, .lifecycle,
        .logging, .nioCore, .nioHTTP1, .nioHTTPTypes, .nioPosix,
      ]),
    tests(
      "Workers/Origin",
      [
        "Dialects", "HTTPClient", "Models", "OrderedJSON", "Origin", "Platform", "ServiceTestSupport", "TestSupport",
        .httpTypes, .nioCore, .nioPosix,
      ]),

    // Hosting: running processes: settings, logs, metrics, fleets.
    module(
      "Hosting/Hosting",
      [
        "MessageBus", "OrderedJSON", "Platform", "Text", .coreMetrics, .lifecycle, .logging, .metrics, .unixSignals,
      ]),
    tests(
      "Hosting/Hosting",
      [
        "Hosting", "MessageBus", "OrderedJSON", "Platform", "TestSupport", .coreMetrics, .lifecycle, .logging, .metrics,
        .unixSignals,
      ]),

    module(
      "Hosting/Supervision",
      ["Hosting", "MessageBus", "OrderedJSON", "Platform", "Text", .lifecycle, .logging]),
    tests("Hosting/Supervision", ["Hosting", "MessageBus", "OrderedJSON", "Platform", "Supervision", "TestSupport", .lifecycle, .logging]),

    tests(
      "Hosting/Services", ["Cache", "Contracts", "holocron-workers", "Hosting", "MessageBus", "OrderedJSON", "Platform", "TestSupport"]),

    // FrontEnds: client, documents, explorer, command line.
    module("FrontEnds/Client", ["Contracts", "MessageBus", "Models", "OrderedJSON"]),
    tests(
      "FrontEnds/Client", ["Client", "Contracts", "MessageBus", "Models", "OrderedJSON", "ServiceTestSupport", "TestSupport", .logging]),

    module("FrontEnds/Localization", ["Models", "Text"]),
    tests("FrontEnds/Localization", ["Localization", "Models", "OrderedJSON", "TestSupport"]),

    module(
      "FrontEnds/Presentation", ["Client", "Contracts", "Localization", "MessageBus", "Models", "OrderedJSON", "Platform", "Text"]),
    tests(
      "FrontEnds/Presentation",
      [
        "Client", "Contracts", "Localization", "MessageBus", "Models", "OrderedJSON", "Platform", "Presentation", "TestSupport", "Text",
      ]),

    module(
      "FrontEnds/Explorer",
      [
        "Client", "Contracts", "Dialects", "Localization", "MessageBus", "Models", "OrderedJSON", "Platform", "Presentation",
        "Text",
      ]),
    tests(
      "FrontEnds/Explorer",
      [
        "Client", "Contracts", "Explorer", "Localization", "MessageBus", "Models", "OrderedJSON", "Presentation",
        "ServiceTestSupport", "TestSupport", "Text", .logging,
      ], data: ["Frames"]),

    .systemLibrary(name: "CNCurses", path: "Modules/FrontEnds/CNCurses"),
    module(
      "FrontEnds/TerminalUI",
      ["CNCurses", "Contracts", "Explorer", "Localization", "MessageBus", "Platform", "Presentation", "Text"]),
    tests(
      "FrontEnds/TerminalUI", ["Explorer", "Platform", "Presentation", "TerminalUI", "Text"]),

    module(
      "FrontEnds/Console",
      ["Client", "Contracts", "Localization", "MessageBus", "Models", "OrderedJSON", "Platform", "Presentation", "Text"]),
    tests("FrontEnds/Console", ["Console", "Contracts", "MessageBus", "OrderedJSON", "Platform", "TestSupport", .logging]),

    module(
      "FrontEnds/CommandLine",
      [
        "Client", "Console", "Contracts", "Dialects", "Localization", "MessageBus", "Models", "OrderedJSON",
        "Platform", "Presentation", "Text",
      ]),
    tests(
      "FrontEnds/CommandLine",
      [
        "Client", "CommandLine", "Console", "Contracts", "holocron", "holocron-workers", "Localization", "MessageBus",
        "Models", "OrderedJSON", "Platform", "Presentation", "ServiceTestSupport", "TestSupport", "Text", .logging,
      ]),

    // Measurement: benchmarks and test support.
    .target(name: "CRelay", path: "Modules/Measurement/CRelay", linkerSettings: [.linkedLibrary("zmq")]),
    module(
      "Measurement/Benchmarks",
      ["Contracts", "CRelay", "CZeroMQ", "LoadTesting", "MessageBus", "Models", "OrderedJSON", "Platform"],
      documents: ["COUNTS.json"]),
    tests("Measurement/Benchmarks", ["Benchmarks", "MessageBus", "OrderedJSON", "Platform", "TestSupport"]),

    module(
      "Measurement/LoadTesting",
      [
        "Console", "Contracts", "HTTPClient", "MessageBus", "Models", "OrderedJSON", "Platform", "Presentation",
        "Text", .logging, .unixSignals,
      ], documents: ["REPORT.md"]),
    tests(
      "Measurement/LoadTesting",
      [
        "Console", "holocron", "holocron-workers", "LoadTesting", "MessageBus", "Models", "OrderedJSON", "Origin", "Platform",
        "Presentation", "ServiceTestSupport", "TestSupport", "Text",
      ]),

    module(
      "Measurement/ServiceTestSupport",
      ["Client", "Contracts", "Dialects", "MessageBus", "Models", "OrderedJSON", "Origin", "TestSupport", .lifecycle, .nioCore, .nioPosix]),
    module("Measurement/TestSupport", ["Models", "OrderedJSON", "Platform", .logging]),

    app("holocron", ["CommandLine"]),
    app("holocron-bench", ["Benchmarks", "Platform", .argumentParser]),
    app("holocron-origin", ["Dialects", "Hosting", "Models", "Origin", .lifecycle]),
    app(
      "holocron-tui",
      [
        "Client", "Console", "Contracts", "Explorer", "Localization", "MessageBus", "Models", "OrderedJSON", "Platform",
        "Presentation", "TerminalUI", "Text",
      ]),
    app(
      "holocron-workers",
      [
        "Cache", "Contracts", "Databases", "Hosting", "LoadTesting", "MessageBus", "Models", "Networking", "OrderedJSON", "Platform",
        "Search", "Supervision", "Text", .lifecycle, .logging, .unixSignals,
      ]),

    tests("FrontEnds/HolocronTUI", ["Platform", "TestSupport"]),
    tests("Architecture", ["Platform", "TestSupport"]),
    tests(
      "Fuzz",
      [
        "Cache", "CommandLine", "Console", "Contracts", "Dialects", "Hosting", "MessageBus", "Models", "OrderedJSON", "Origin", "Platform",
        "Redis", "Search", "Supervision", "TestSupport", "Text", .httpTypes, .nioCore,
      ], data: ["Corpus"]),
    tests("Scenario", ["Contracts", "MessageBus", "Models", "OrderedJSON", "Platform", "ServiceTestSupport", "TestSupport"]),
  ]
)

if !isMeasured {
  package.targets.removeAll { ["Benchmarks", "BenchmarksTests", "CRelay", "holocron-bench"].contains($0.name) }
}
if isInstallable { package.targets.removeAll { $0.type == .test || $0.name.hasSuffix("TestSupport") } }

// Scripts/fuzz sets HOLOCRON_FUZZ to build the cases of Tests/FuzzTests into a program with libFuzzer. Only the modules that the cases test count
// how often each edge was taken: libFuzzer looks through all counters after each input, which took five times as long as most inputs with the
// packages that Holocron depends on.
if Context.environment["HOLOCRON_FUZZ"] != nil, let tests = package.targets.first(where: { $0.name == "FuzzTests" }) {
  package.targets.removeAll { $0.name == tests.name }
  package.targets += [
    .target(name: "CFuzzer", path: "Scripts/Sources/CFuzzer"),
    .executableTarget(
      name: "holocron-fuzz", dependencies: tests.dependencies + ["CFuzzer"], path: ".",
      sources: ["Scripts/Sources/Fuzzer", "\(tests.path ?? "")/Cases"], swiftSettings: settings),
  ]
  for case .byNameItem(let name, _) in tests.dependencies where name != "TestSupport" {
    package.targets.first { $0.name == name }?.swiftSettings?.append(
      .unsafeFlags(["-sanitize-coverage=edge,inline-8bit-counters,pc-table,trace-cmp"]))
  }
}

// Scripts/tsan sets HOLOCRON_TSAN for a build with the thread sanitizer. Every program links Platform.
if Context.environment["HOLOCRON_TSAN"] != nil {
  package.targets.append(.target(name: "ThreadSanitizer", path: "Scripts/Sources/ThreadSanitizer", exclude: ["suppressions.txt"]))
  package.targets.first { $0.name == "Platform" }?.dependencies.append("ThreadSanitizer")
}
