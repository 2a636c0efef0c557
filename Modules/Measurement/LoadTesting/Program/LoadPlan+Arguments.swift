import Console
import Contracts
import MessageBus
import Models
import Platform
import Text

extension LoadPlan {
  /// Reads the plan from the command line. Throws a 400 that names the invalid word, what was expected and an example.
  init(_ arguments: Arguments) throws(Problem) {
    let (target, template) = try Self.target(arguments)
    self.init(
      target: target, template: template, mix: try Self.mix(arguments, target), pacing: try Self.pacing(arguments, target),
      seed: UInt64(arguments[LoadOptions.seed] ?? .random(in: 0..<1 << 48)))
    keys = try Self.keys(arguments)
    keyFile = try Self.keyFile(arguments, keys)
    try checkKeys(arguments)
    if let file = target.sessionFile { session = try RecordedSession.read(file, speed: arguments[LoadOptions.speed] ?? 1) }
    requests = arguments[LoadOptions.requests]
    duration = arguments[LoadOptions.duration]
    if case .closed = pacing, requests == nil { duration = duration ?? Self.standardDuration }
    warmUp = arguments[LoadOptions.warmUp] ?? .zero
    frontEnds = arguments[LoadOptions.frontEnds] ?? 1
    // Unless asked for, no more connections than files may be open.
    let files = target.usesBus ? .max : max(1, (OwnProcess.raiseFileLimit() - Self.ownDescriptors) / frontEnds)
    outstanding = arguments[LoadOptions.outstanding] ?? min(1_024, files)
    timeout = arguments[LoadOptions.timeout] ?? .seconds(5)
    drainLimit = arguments[LoadOptions.drain]
    acceptsRedirects = arguments[LoadOptions.acceptRedirects]
    size = arguments[LoadOptions.size] ?? 1_024
    isVerified = !arguments[LoadOptions.noVerify]
    searchesLimit = arguments[LoadOptions.searchLimit]
    slo = Array(arguments[all: LoadOptions.slo].joined())
    failIf = Array(arguments[all: LoadOptions.failIf].joined())
    abortIf = Array(arguments[all: LoadOptions.abortIf].joined())
    reports = Array(arguments[all: LoadOptions.report].joined())
    try checkSearch(arguments)
  }

  /// Returns the command line of this plan with the seed, so that another run requests the same keys. Keys that no request has used before
  /// (`--keys unique`) stay different from run to run, unless the user has set the seed: a cache may still have the answers.
  func repeatable(_ words: [String]) -> [String] {
    guard hasKeys, keys != .unique, Arguments.values(of: LoadOptions.seed, in: words).isEmpty else { return words }
    // No option may follow two dashes.
    let end = words.firstIndex(of: "--") ?? words.endIndex
    return Array(words[..<end]) + ["--seed", String(seed)] + Array(words[end...])
  }

  private static let standardRate = 100.0
  private static let standardDuration = Duration.seconds(10)
  private static let trialDuration = Duration.seconds(5)

  // MARK: Target

  private static let plainTargets: [LoadTarget] = [.fetch, .cache, .search, .echo]
  private static let otherTargets = [
    (name: "service", operand: "a NAME of 1 to 255 bytes", example: "holocron-load service holocron.cache --head 'GET /people/1'"),
    (name: "session", operand: "a FILE", example: "holocron-load session session.jsonl"),
    (name: "http", operand: "a URL", example: "holocron-load http http://127.0.0.1:1138/api/{key}/"),
  ]

  private static func target(_ arguments: Arguments) throws(Problem) -> (LoadTarget, RequestTemplate?) {
    let operands = arguments.operands
    let usage =
      "use fetch, cache, search, echo, service NAME, session FILE or http URL, such as: holocron-load cache --rate 1000 --duration 30s"
    guard let word = operands.first else { throw .usage("missing target; \(usage)", field: "TARGET") }
    let (plain, other) = (plainTargets.first { $0.name == word }, otherTargets.first { $0.name == word })
    guard plain != nil || other != nil else {
      let similar = suggestions(for: word, among: plainTargets.map(\.name) + otherTargets.map(\.name))
      throw .usage("unknown target \(word.quoted); \(usage)", field: word, suggestions: similar)
    }
    if let extra = operands.dropFirst(other == nil ? 1 : 2).first { throw .usage("unexpected argument \(extra.quoted)", field: extra) }
    let head = arguments[LoadOptions.head]
    if head != nil, word != "service" {
      throw .usage("--head is for the target service, such as: \(otherTargets[0].example)", field: "--head")
    }
    if let plain { return (plain, nil) }
    guard let other, let operand = operands.dropFirst().first, !operand.isEmpty, word != "service" || operand.utf8.count <= 255 else {
      throw .usage("the target \(word) needs \(other?.operand ?? ""), such as: \(other?.example ?? "")", field: word)
    }
    switch word {
    case "session": return (.session(operand), nil)
    case "service":
      guard let head else { throw .usage("the target service needs --head, such as: \(other.example)", field: "--head") }
      guard let template = RequestTemplate(service: operand, head: head) else {
        throw .usage("invalid value \(head.quoted) for --head: expected a method and a path, such as 'GET /people/1'", field: "--head")
      }
      return (.service(operand), template)
    default:
      do throws(HTTPURL.Invalid) { return (.http(operand), try RequestTemplate(url: operand)) } catch {
        throw .usage(error.description, field: operand)
      }
    }
  }

  private static func mix(_ arguments: Arguments, _ target: LoadTarget) throws(Problem) -> Mix {
    guard let mix = arguments[LoadOptions.mix] else { return .only(target.operations[0]) }
    if let unknown = mix.parts.first(where: { !target.operations.contains($0.operation) }) {
      let known = target.operations.map(\.rawValue).joined(separator: ", ")
      throw .usage("the target \(target.name) has no operation '\(unknown.operation.rawValue)' (available: \(known))", field: "--mix")
    }
    return mix
  }

  // MARK: Keys

  private static func keys(_ arguments: Arguments) throws(Problem) -> KeyOrder {
    var given: [(name: String, order: KeyOrder)] = []
    if let order = arguments[LoadOptions.keys] { given.append(("--keys", order)) }
    if let exponent = arguments[LoadOptions.zipf] { given.append(("--zipf", .zipf(exponent))) }
    if let hotSet = arguments[LoadOptions.hotSet] { given.append(("--hot-set", hotSet)) }
    try checkOneOf(given.map(\.name))
    return given.first?.order ?? .uniform
  }

  private static func keyFile(_ arguments: Arguments, _ keys: KeyOrder) throws(Problem) -> String? {
    guard let file = arguments[LoadOptions.keysFrom] else { return nil }
    try checkOneOf(["--keys-from"] + (keys == .unique ? ["--keys unique"] : []))
    return file
  }

  /// Refuses options that pick keys if the request has none.
  private func checkKeys(_ arguments: Arguments) throws(Problem) {
    if keyFile != nil, mix.parts.allSatisfy({ $0.operation == .list }) {
      throw .usage("lists have no keys from a file; add another operation to --mix, or remove --keys-from", field: "--keys-from")
    }
    guard !hasKeys else { return }
    for (name, isGiven) in [
      ("--keys", arguments[LoadOptions.keys] != nil), ("--zipf", arguments[LoadOptions.zipf] != nil),
      ("--hot-set", arguments[LoadOptions.hotSet] != nil), ("--keys-from", keyFile != nil),
    ] where isGiven {
      guard target.sessionFile == nil else { throw .usage("a session has its own keys; remove \(name)", field: name) }
      guard target != .echo else { throw .usage("the target echo has no keys; remove \(name)", field: name) }
      throw .usage("the request has no key; write {key} in it, such as 'GET /people/{key}', or remove \(name)", field: name)
    }
  }

  // MARK: Pacing

  private static func pacing(_ arguments: Arguments, _ target: LoadTarget) throws(Problem) -> Pacing {
    let (rate, stages, closed) = (arguments[LoadOptions.rate], arguments[LoadOptions.stages], arguments[LoadOptions.closed])
    try checkOneOf([rate.map { _ in "--rate" }, stages.map { _ in "--stages" }, closed.map { _ in "--closed" }].compactMap(\.self))
    let hasOwnTimes = target.sessionFile != nil && rate == nil && stages == nil && closed == nil
    if arguments[LoadOptions.speed] != nil, !hasOwnTimes {
      throw .usage("--speed is for the target session without --rate, --stages and --closed", field: "--speed")
    }
    if hasOwnTimes {
      try checkOwnTimes(arguments)
      return .open([])
    }
    let duration = arguments[LoadOptions.duration]
    if let closed { return .closed(closed) }
    if let stages {
      guard duration == nil else { throw .usage("--stages sets the duration; remove --duration", field: "--duration") }
      return .open(stages)
    }
    let value = rate ?? standardRate
    let standard = arguments[LoadOptions.searchLimit] ? trialDuration : standardDuration
    // Without a duration, the number of requests ends the run.
    let length = duration ?? arguments[LoadOptions.requests].map { Duration.seconds(Double($0) / value) } ?? standard
    return .open([Stage(value, within: .zero), Stage(value, within: length)])
  }

  /// Refuses options that set times, which the requests of a session have already.
  private static func checkOwnTimes(_ arguments: Arguments) throws(Problem) {
    for (name, isGiven) in [
      ("--duration", arguments[LoadOptions.duration] != nil), ("--warm-up", arguments[LoadOptions.warmUp] != nil),
      ("--search-limit", arguments[LoadOptions.searchLimit]),
    ] where isGiven { throw .usage("a session has its own times; remove \(name), or add --rate", field: name) }
  }

  private func checkSearch(_ arguments: Arguments) throws(Problem) {
    guard searchesLimit else {
      guard slo.isEmpty else { throw .usage("--slo is for --search-limit; use --fail-if to judge a run", field: "--slo") }
      return
    }
    guard !slo.isEmpty else { throw .usage("--search-limit needs --slo, such as --slo 'p99<5ms'", field: "--search-limit") }
    for (name, isGiven) in [
      ("--stages", arguments[LoadOptions.stages] != nil), ("--closed", arguments[LoadOptions.closed] != nil),
      ("--requests", requests != nil),
    ] where isGiven { try Self.checkOneOf(["--search-limit", name]) }
  }

  private static func checkOneOf(_ names: [String]) throws(Problem) {
    guard names.count > 1 else { return }
    throw .usage("\(names[0]) and \(names[1]) cannot be combined; remove one of them", field: names[1])
  }
}
