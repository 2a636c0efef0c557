// swift-tools-version: 6.2

import PackageDescription

// Every module and app is a target of its own. Arrows point down only; Modules/README.md says what each may import
// and Tests/ArchitectureTests holds this file to it.

let settings: [SwiftSetting] = [
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
    module("OrderedJSON"),
    module("MessageBus", ["CZeroMQ", "OrderedJSON", .deque, .logging], documents: ["GRAMMAR.md", "STATES.md"]),
    tests("MessageBus", ["CZeroMQ", "MessageBus", "OrderedJSON", .logging]),
  ]
)
