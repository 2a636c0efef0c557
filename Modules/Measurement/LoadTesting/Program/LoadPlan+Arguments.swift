import Console
import Contracts
import MessageBus
import Models
import Platform
import Text

extension LoadPlan {
  private static let standardRate = 100.0

  /// Reads the plan from the command line. Throws a 400 that names the invalid word, what was expected and an example.
  init(_ arguments: Arguments) throws(Problem) {
    let (target, template) = try Self.target(arguments)
    try arguments.checkOneOf(["--rate", "--stages", "--closed"])
    try arguments.checkOneOf(["--keys", "--zipf"])
    self.init(
      target: target, template: template, mix: try Self.mix(arguments, target), pacing: Self.pacing(arguments),
      seed: UInt64(arguments[LoadOptions.seed] ?? .random(in: 0..<1 << 48)))
    keys = arguments[LoadOptions.keys] ?? arguments[LoadOptions.zipf].map { .zipf($0) } ?? .uniform
    keyFile = arguments[LoadOptions.keysFrom]
    searchesLimit = arguments[LoadOptions.searchLimit]
    slo = Array(arguments[all: LoadOptions.slo].joined())
    try check(arguments)
    requests = arguments[LoadOptions.requests]
    duration = arguments[LoadOptions.duration]
    if case .closed = pacing, requests == nil { duration = duration ?? .seconds(10) }
    warmUp = arguments[LoadOptions.warmUp] ?? .zero
    frontEnds = arguments[LoadOptions.frontEnds] ?? 1
    // Unless asked for, no more connections than files may be open.
    let files = target.usesBus ? .max : max(1, (OwnProcess.raiseFileLimit() - Self.ownDescriptors) / frontEnds)
    outstanding = arguments[LoadOptions.outstanding] ?? min(1_024, files)
    timeout = arguments[LoadOptions.timeout] ?? .seconds(5)
    drainLimit = arguments[LoadOptions.drain]
    size = arguments[LoadOptions.size] ?? 1_024
    isVerified = !arguments[LoadOptions.noVerify]
    failIf = Array(arguments[all: LoadOptions.failIf].joined())
    abortIf = Array(arguments[all: LoadOptions.abortIf].joined())
    reports = Array(arguments[all: LoadOptions.report].joined())
  }

  /// Returns the command line of this plan with the seed, so that another run requests the same keys. Keys that no request has used before
  /// (`--keys unique`) stay different from run to run, unless the user has set the seed: a cache may still have the answers.
  func repeatable(_ words: [String]) -> [String] {
    guard hasKeys, keys != .unique, Arguments.values(of: LoadOptions.seed, in: words).isEmpty else { return words }
    // No option may follow two dashes.
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return Array(words[..<end]) + ["--seed", String(seed)] + Array(words[end...])
  }

  private static let plainTargets: [LoadTarget] = [.fetch, .cache, .search, .echo]
  private static let otherTargets = [
    (name: "service", operand: "a NAME of 1 to 255 bytes", example: "holocron-load service holocron.cache --head 'GET /people/1'"),
    (name: "http", operand: "a URL", example: "holocron-load http http://127.0.0.1:1138/api/{key}/"),
  ]

  private static func target(_ arguments: Arguments) throws(Problem) -> (LoadTarget, RequestTemplate?) {
    let usage =
      "use fetch, cache, search, echo, service NAME or http URL, such as: holocron-load cache --rate 1000 --duration 30s"
    guard let word = arguments.operands.first else { throw .usage("missing target; \(usage)", field: "TARGET") }
    let (plain, other) = (plainTargets.first { $0.name == word }, otherTargets.first { $0.name == word })
    guard plain != nil || other != nil else {
      let similar = suggestions(for: word, among: plainTargets.map(\.name) + otherTargets.map(\.name))
      throw .usage("unknown target \(word.quoted); \(usage)", field: word, suggestions: similar)
    }
    if let extra = arguments.operands.dropFirst(other == nil ? 1 : 2).first {
      throw .usage("unexpected argument \(extra.quoted)", field: extra)
    }
    let head = arguments[LoadOptions.head]
    if head != nil, word != "service" {
      throw .usage("--head is for the target service, such as: \(otherTargets[0].example)", field: "--head")
    }
    if let plain { return (plain, nil) }
    let operand = arguments.operands.dropFirst().first ?? ""
    guard !operand.isEmpty, word != "service" || operand.utf8.count <= 255 else {
      throw .usage("the target \(word) needs \(other?.operand ?? ""), such as: \(other?.example ?? "")", field: word)
    }
    if word == "http" {
      do throws(HTTPURL.Invalid) { return (.http(operand), try RequestTemplate(url: operand)) } catch {
        throw .usage(error.description, field: operand)
      }
    }
    guard let head else { throw .usage("the target service needs --head, such as: \(otherTargets[0].example)", field: "--head") }
    guard let template = RequestTemplate(service: operand, head: head) else {
      throw .usage("invalid value \(head.quoted) for --head: expected a method and a path, such as 'GET /people/1'", field: "--head")
    }
    return (.service(operand), template)
  }

  private static func mix(_ arguments: Arguments, _ target: LoadTarget) throws(Problem) -> Mix {
    guard let mix = arguments[LoadOptions.mix] else { return .only(target.operations[0]) }
    if let unknown = mix.parts.first(where: { !target.operations.contains($0.operation) }) {
      let known = target.operations.map(\.name).joined(separator: ", ")
      throw .usage("the target \(target.name) has no operation '\(unknown.operation.name)' (available: \(known))", field: "--mix")
    }
    return mix
  }

  private static func pacing(_ arguments: Arguments) -> Pacing {
    if let closed = arguments[LoadOptions.closed] { return .closed(closed) }
    if let stages = arguments[LoadOptions.stages] { return .open(stages) }
    let rate = arguments[LoadOptions.rate] ?? standardRate
    // Without a duration, the number of requests ends the run.
    let length = arguments[LoadOptions.duration] ?? arguments[LoadOptions.requests].map { .seconds(Double($0) / rate) }
    return .constant(rate, for: length ?? .seconds(arguments[LoadOptions.searchLimit] ? 5 : 10))
  }

  /// Refuses options that do not go together.
  private func check(_ given: Arguments) throws(Problem) {
    if keys == .unique, given.isGiven("--keys-from") { throw Arguments.conflict("--keys-from", "--keys unique") }
    if keyFile != nil, mix.parts.allSatisfy({ $0.operation == .list }) {
      throw .usage("lists have no keys from a file; add another operation to --mix, or remove --keys-from", field: "--keys-from")
    }
    if !hasKeys {
      try given.refuse(["--keys", "--zipf", "--keys-from"]) { name in
        if target == .echo { return "the target echo has no keys; remove \(name)" }
        return "the request has no key; write {key} in it, such as 'GET /people/{key}', or remove \(name)"
      }
    }
    if given.isGiven("--stages") { try given.refuse(["--duration"]) { "--stages sets the duration; remove \($0)" } }
    guard searchesLimit else { return try given.refuse(["--slo"]) { "\($0) is for --search-limit; use --fail-if to judge a run" } }
    guard !slo.isEmpty else { throw .usage("--search-limit needs --slo, such as --slo 'p99<5ms'", field: "--search-limit") }
    for name in ["--stages", "--closed", "--requests"] { try given.checkOneOf(["--search-limit", name]) }
  }
}

extension Arguments {
  /// Throws if more than one of `options` is given.
  fileprivate func checkOneOf(_ options: [String]) throws(Problem) {
    let given = options.filter(isGiven)
    if given.count > 1 { throw Self.conflict(given[0], given[1]) }
  }

  /// Throws with a reason if one of `options` is given.
  fileprivate func refuse(_ options: [String], _ reason: (String) -> String) throws(Problem) {
    if let name = options.first(where: isGiven) { throw .usage(reason(name), field: name) }
  }

  fileprivate static func conflict(_ first: String, _ second: String) -> Problem {
    .usage("\(first) and \(second) cannot be combined; remove one of them", field: second)
  }
}
