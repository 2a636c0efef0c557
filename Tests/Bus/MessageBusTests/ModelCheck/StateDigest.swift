@testable import MessageBus

/// Writes the whole state of a machine, private members included, as text in a canonical form: two machines with equal texts behave alike. A new
/// member of a machine is part of the text unless it is named in ``irrelevant``.
struct StateDigest {
  private typealias Broker = BrokerMachine<RequestContent>

  let now: ContinuousClock.Instant
  /// Instants further in the past than any timeout are alike.
  let memory: Duration
  /// Names of the flows, whose values are random.
  var flows: [Int: String] = [:]
  /// Positions of the workers in the order of their last change; only the order matters.
  var changes: [UInt64: Int] = [:]

  private var objects: [ObjectIdentifier: Int] = [:]
  private(set) var text = ""

  init(now: ContinuousClock.Instant, memory: Duration) { (self.now, self.memory) = (now, memory) }

  /// Statistics, settings, and members that follow from others: stale timers, heaps, and dictionaries of what a list contains, too.
  private static let irrelevant: Set<String> = [
    "settings", "heartbeatInterval", "timers", "actions", "requestCount", "lateReplies", "changes", "senderBytes", "lines",
    "availableWorkers",
    "expiries", "reconnectAttempts", "$__lazy_storage_$_flow",
  ]

  mutating func add(_ value: Any, _ label: String = "") {
    switch value {
    case let instant as ContinuousClock.Instant: add(instant)
    case let peer as PeerID: text += "\(Peer(peer))"
    case let word as String: text += word
    case let number as UInt64 where label == "lastChange": text += "\(changes[number] ?? -1)"
    case is Int where label == "heapIndex": text += "+"
    case let number as Int where label == "flow": text += flows[number] ?? "?"
    case let number as any FixedWidthInteger: text += "\(number)"
    case let flag as Bool: text += flag ? "t" : "f"
    case let request as Broker.PendingRequest where request.state == .done: text += "done"
    default: addMembers(of: value)
    }
  }

  private mutating func add(_ instant: ContinuousClock.Instant) {
    let distance = now.duration(to: instant)
    text += distance < .zero - memory ? "old" : "\(distance / .milliseconds(1))"
  }

  private mutating func addMembers(of value: Any) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional:
      if let wrapped = mirror.children.first { add(wrapped.value) } else { text += "-" }
    case .collection:
      text += "["
      for child in mirror.children where (child.value as? Broker.PendingRequest)?.state != .done { addElement(child.value) }
      text += "]"
    case .dictionary, .set: addUnordered(mirror)
    case .enum where mirror.children.isEmpty: text += "\(value)"
    case .class:
      let id = ObjectIdentifier(value as AnyObject)
      if let known = objects[id] { return text += "#\(known)" }
      objects[id] = objects.count
      add(mirror)
    default: add(mirror)
    }
  }

  private mutating func add(_ mirror: Mirror) {
    text += "("
    if let base = mirror.superclassMirror { add(base) }
    for (label, value) in mirror.children where !Self.irrelevant.contains(label ?? "") {
      text += "\(label ?? "") "
      add(value, label ?? "")
      text += ","
    }
    text += ")"
  }

  private mutating func addElement(_ value: Any) {
    add(value)
    text += ","
  }

  /// Dictionaries and sets, in the order of their keys, which must be values.
  private mutating func addUnordered(_ mirror: Mirror) {
    let elements = mirror.children.map { child -> (key: String, value: Any?) in
      let pair = Array(Mirror(reflecting: child.value).children)
      let isPair = mirror.displayStyle == .dictionary && pair.count == 2
      var key = StateDigest(now: now, memory: memory)
      key.add(isPair ? pair[0].value : child.value)
      return (key.text, isPair ? pair[1].value : nil)
    }
    text += "{"
    for (key, value) in elements.sorted(by: { $0.key < $1.key }) {
      text += key
      if let value {
        text += ":"
        add(value)
      }
      text += ","
    }
    text += "}"
  }
}
