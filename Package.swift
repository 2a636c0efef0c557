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

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(name)Tests", swiftSettings: settings)
}

extension Target.Dependency {
  static let deque = product(name: "DequeModule", package: "swift-collections")
  static let logging = product(name: "Logging", package: "swift-log")
}

let package = Package(
  name: "holocron",
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .systemLibrary(name: "CZeroMQ", path: "Modules/CZeroMQ"),
    .target(name: "CCatalogue", path: "Modules/CCatalogue", exclude: ["Data"]),
    module("OrderedJSON"),
    tests("OrderedJSON", ["OrderedJSON"]),

    module("MessageBus", ["CZeroMQ", "OrderedJSON", .deque, .logging], documents: ["GRAMMAR.md", "STATES.md"]),
    tests("MessageBus", ["CZeroMQ", "MessageBus", "OrderedJSON", .logging]),

    module("Models", ["OrderedJSON"]),
    tests("Models", ["Models", "OrderedJSON"]),

    module("Catalogue", ["CCatalogue", "Models", "OrderedJSON"]),
    tests("Catalogue", ["Catalogue", "Models", "OrderedJSON"]),

    module("Dialects", ["Models", "OrderedJSON"]),
    tests("Dialects", ["Catalogue", "Dialects", "Models", "OrderedJSON"]),

    module("Contracts", ["MessageBus", "Models", "OrderedJSON"]),
    tests("Contracts", ["Contracts", "MessageBus", "Models", "OrderedJSON"]),
  ]
)
