@testable import MessageBus

/// Writes the whole state of a machine, private members included, as text in a canonical form: two machines with equal texts behave alike. A new
/// member of a machine is part of the text unless it is named in ``irrelevant``.
struct StateDigest {
  private typealias Broker = BrokerMachine<RequestContent>

  let now: Instant
  /// Instants further in the past than any timeout are alike.
  let memory: Duration
  /// Names of the flows, whose values are random.
  var flows: [Int: String] = [:]
  /// Positions of the workers in the order of their last change; only the order matters.
  var changes: [UInt64: Int] = [:]

  private var objects: [ObjectIdentifier: Int] = [:]
  private(set) var text = ""

  init(now: Instant, memory: Duration) { (self.now, self.memory) = (now, memory) }

  /// Statistics, settings, and members that follow from others: stale timers, heaps, and dictionaries of what a list contains, too.
  private static let irrelevant: Set<String> = [
    "settings", "heartbeatInterval", "timers", "actions", "requestCount", "lateReplies", "changes", "senderBytes", "lines",
    "attachedWorkers", "heldByFlow", "names", "expiries", "reconnectAttempts", "$__lazy_storage_$_flow",
    "requestsByID", "indexedCount",
  ]

  mutating func add(_ value: Any, _ label: String = "") {
    // Comparing types first is far cheaper than trying casts.
    let type = Swift.type(of: value)
    if type == Int.self, let number = value as? Int {
      switch label {
      case "flow": text += flows[number] ?? "?"
      default: text += "\(number)"
      }
    } else if type == UInt64.self, let number = value as? UInt64 {
      text += label == "lastChange" ? "\(changes[number] ?? -1)" : "\(number)"
    } else if type == Instant.self, let instant = value as? Instant {
      add(instant)
    } else if type == PeerID.self, let peer = value as? PeerID {
      text += "\(Peer(peer))"
    } else if type == Bool.self, let flag = value as? Bool {
      text += flag ? "t" : "f"
    } else if type == String.self, let word = value as? String {
      text += word
    } else if type == RequestContent.self, let content = value as? RequestContent {
      text += "\(content.request)/\(content.seconds)"
    } else if type == WorkerMachine.Address.self, let address = value as? WorkerMachine.Address {
      text += "\(address.bytes)"
    } else {
      addMembers(of: value)
    }
  }

  private mutating func add(_ instant: Instant) {
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
      for child in mirror.children where !isDone(child.value) { addElement(child.value) }
      text += "]"
    case .dictionary, .set: addUnordered(mirror)
    case .enum where mirror.children.isEmpty: text += "\(value)"
    case .class where isDone(value): text += "done"
    case .class:
      let id = ObjectIdentifier(value as AnyObject)
      if let known = objects[id] { return text += "#\(known)" }
      objects[id] = objects.count
      add(mirror)
    default: add(mirror)
    }
  }

  private func isDone(_ value: Any) -> Bool {
    guard type(of: value) == Broker.PendingRequest.self else { return false }
    return (value as? Broker.PendingRequest)?.state == .done
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
