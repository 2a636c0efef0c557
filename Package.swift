// swift-tools-version: 6.2

import PackageDescription

// Every module and app is a target of its own. Arrows point down only; Modules/README.md says what each may import
// and Tests/ArchitectureTests holds this file to it.

// Scripts/test sets it: a warning in our code is an error there.
let strict: [SwiftSetting] = Context.environment["HOLOCRON_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let settings: [SwiftSetting] =
  strict + [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
  ]

func module(_ name: String, _ dependencies: [Target.Dependency] = [], documents: [String] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Modules/\(name)", exclude: documents, swiftSettings: settings)
}

func app(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .executableTarget(name: name, dependencies: dependencies, path: "Apps/\(name)", swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], data: [String] = []) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(name)Tests", exclude: data, swiftSettings: settings)
}

extension Target.Dependency {
  static let argumentParser = product(name: "ArgumentParser", package: "swift-argument-parser")
  static let asyncHTTPClient = product(name: "AsyncHTTPClient", package: "async-http-client")
  static let configuration = product(name: "Configuration", package: "swift-configuration")
  static let coreMetrics = product(name: "CoreMetrics", package: "swift-metrics")
  static let deque = product(name: "DequeModule", package: "swift-collections")
  static let ordered = product(name: "OrderedCollections", package: "swift-collections")
  static let heap = product(name: "HeapModule", package: "swift-collections")
  static let grdb = product(name: "GRDB", package: "GRDB.swift")
  static let httpTypes = product(name: "HTTPTypes", package: "swift-http-types")
  static let hummingbird = product(name: "Hummingbird", package: "hummingbird")
  static let lifecycle = product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
  static let logging = product(name: "Logging", package: "swift-log")
  static let metrics = product(name: "Metrics", package: "swift-metrics")
  static let nioCore = product(name: "NIOCore", package: "swift-nio")
  static let nioHTTP1 = product(name: "NIOHTTP1", package: "swift-nio")
  static let nioPosix = product(name: "NIOPosix", package: "swift-nio")
  static let subprocess = product(name: "Subprocess", package: "swift-subprocess")
  static let system = product(name: "SystemPackage", package: "swift-system")
  static let unixSignals = product(name: "UnixSignals", package: "swift-service-lifecycle")
}

let package = Package(
  name: "holocron",
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
  ],
  targets: [
    .systemLibrary(name: "CZeroMQ", path: "Modules/CZeroMQ"),
    .target(name: "CCatalogue", path: "Modules/CCatalogue", exclude: ["Data"]),
    module("OrderedJSON"),
    tests("OrderedJSON", ["OrderedJSON"]),

    module("MessageBus", ["CZeroMQ", "OrderedJSON", .deque, .heap, .logging], documents: ["GRAMMAR.md", "STATES.md"]),
    tests("MessageBus", ["CZeroMQ", "MessageBus", "OrderedJSON", "TestSupport", .logging]),

    module("Models", ["OrderedJSON"]),
    tests("Models", ["Models", "OrderedJSON"]),

    module("Catalogue", ["CCatalogue", "Models", "OrderedJSON"]),
    tests("Catalogue", ["Catalogue", "Models", "OrderedJSON"]),

    module("Dialects", ["Models", "OrderedJSON"]),
    tests("Dialects", ["Catalogue", "Dialects", "Models", "OrderedJSON"]),

    module("Contracts", ["MessageBus", "Models", "OrderedJSON"]),
    tests("Contracts", ["Contracts", "MessageBus", "Models", "OrderedJSON"]),

    module(
      "Networking",
      [
        "Catalogue", "Contracts", "Dialects", "MessageBus", "Models", "OrderedJSON", .asyncHTTPClient, .coreMetrics, .deque, .ordered,
        .logging,
        .nioCore, .nioHTTP1, .nioPosix,
      ]),
    tests(
      "Networking",
      [
        "Catalogue", "Contracts", "Dialects", "MessageBus", "Models", "Networking", "OrderedJSON", "Origin", "TestSupport", .lifecycle,
        .logging, .nioCore, .nioPosix,
      ]),

    module("Databases", [.grdb, .logging]),
    tests("Databases", ["Databases", "TestSupport", .grdb, .logging]),

    module("Cache", ["Contracts", "Databases", "MessageBus", "Models", "OrderedJSON", .coreMetrics, .grdb, .logging]),
    tests(
      "Cache", ["Cache", "Catalogue", "Contracts", "MessageBus", "Models", "OrderedJSON", "TestSupport", .coreMetrics, .grdb, .logging]),

    module("Search", ["Contracts", "Databases", "MessageBus", "Models", "OrderedJSON", .coreMetrics, .grdb, .logging]),
    tests(
      "Search",
      [
        "Cache", "Catalogue", "Contracts", "MessageBus", "Models", "OrderedJSON", "Search", "TestSupport", .coreMetrics, .grdb, .logging,
      ]),

    module("Presentation", ["Contracts", "MessageBus", "Models", "OrderedJSON"]),
    tests("Presentation", ["Catalogue", "Contracts", "MessageBus", "Models", "OrderedJSON", "Presentation", .logging]),

    module("Embedded", ["Catalogue", "Contracts", "MessageBus", "Models", "OrderedJSON", "Presentation"]),
    tests("Embedded", ["Contracts", "Embedded", "MessageBus", "Models", "OrderedJSON", "Presentation"]),

    module("Launch", ["Contracts", "MessageBus", "OrderedJSON", "Presentation"]),
    tests("Launch", ["Contracts", "Launch", "MessageBus", "OrderedJSON", "Presentation", "TestSupport", .logging]),

    .systemLibrary(name: "CNCurses", path: "Modules/CNCurses"),
    module("TerminalUI", ["CNCurses", "Contracts", "MessageBus", "Models", "OrderedJSON", "Presentation"]),
    tests(
      "TerminalUI",
      ["Catalogue", "Contracts", "MessageBus", "Models", "OrderedJSON", "Presentation", "TerminalUI", "TestSupport"], data: ["Frames"]),

    module(
      "Hosting",
      ["MessageBus", "OrderedJSON", .argumentParser, .configuration, .coreMetrics, .lifecycle, .logging, .metrics, .unixSignals]),
    tests(
      "Hosting",
      [
        "Hosting", "MessageBus", "OrderedJSON", "TestSupport", .argumentParser, .configuration, .coreMetrics, .lifecycle, .logging,
        .metrics, .unixSignals,
      ]),

    module("Origin", ["Catalogue", "Dialects", "Models", "OrderedJSON", .httpTypes, .hummingbird, .lifecycle, .logging, .nioCore]),
    tests(
      "Origin",
      [
        "Catalogue", "Dialects", "Models", "OrderedJSON", "Origin", "TestSupport", .asyncHTTPClient, .lifecycle, .logging, .nioCore,
        .nioHTTP1,
      ]),

    module("Supervision", ["Hosting", "MessageBus", "OrderedJSON", .lifecycle, .logging, .subprocess, .system]),
    tests("Supervision", ["Hosting", "MessageBus", "OrderedJSON", "Supervision", "TestSupport", .lifecycle, .logging]),

    module("TestSupport", [.logging, .subprocess, .system]),
    module("Benchmarks", ["Catalogue", "Contracts", "CZeroMQ", "MessageBus", "Models", "OrderedJSON"]),

    module(
      "Services", ["Cache", "Contracts", "Hosting", "MessageBus", "Models", "Networking", "Search", .argumentParser, .lifecycle, .logging]),
    tests("Services", ["Hosting", "MessageBus", "OrderedJSON", "Services", "TestSupport"]),

    app("holocron", ["CZeroMQ", "Contracts", "Dialects", "Launch", "MessageBus", "Models", "OrderedJSON", "Presentation"]),
    app("holocron-bench", ["Benchmarks", "MessageBus", "Models", "OrderedJSON", .argumentParser, .unixSignals]),
    app("holocron-broker", ["Hosting", .argumentParser, .lifecycle]),
    app("holocron-cache", ["Hosting", "Services", .argumentParser, .lifecycle]),
    app("holocron-fetcher", ["Hosting", "Services", .argumentParser, .lifecycle]),
    app("holocron-node", ["Hosting", "MessageBus", "Services", .argumentParser, .lifecycle]),
    app("holocron-origin", ["Hosting", "Origin", .argumentParser, .lifecycle]),
    app("holocron-search", ["Hosting", "Services", .argumentParser, .lifecycle]),
    app("holocron-supervisor", ["Hosting", "MessageBus", "Supervision", .argumentParser, .lifecycle, .logging, .unixSignals]),
    app("holocron-tui", ["Contracts", "Embedded", "Launch", "MessageBus", "Models", "OrderedJSON", "Presentation", "TerminalUI"]),

    tests(
      "Holocron",
      [
        "Catalogue", "Contracts", "Launch", "MessageBus", "Models", "OrderedJSON", "Presentation", "TestSupport", "holocron",
        "holocron-node", .logging,
      ]),
    tests("HolocronTUI", ["TestSupport"]),
    tests("Architecture", ["TestSupport"]),
    tests("Scenario", ["Contracts", "MessageBus", "Models", "OrderedJSON", "TestSupport"]),
  ]
)
