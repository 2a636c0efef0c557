package import OrderedJSON
import Platform

/// A file with a key: one JSON object that nobody but this user and root can change.
struct KeyDocument {
  private let path: String
  private let members: JSON.Object

  /// Reads and checks a file; one with a secret must be readable by its owner only. Throws ``BusErrorCode/untrusted`` if another user could have
  /// written or read it, ``BusErrorCode/invalid`` if it is missing or damaged, and ``BusErrorCode/system`` if it cannot be read now, as when no
  /// descriptors are left.
  init(_ path: String, hasSecret: Bool) throws(BusError) {
    self.path = path
    do {
      try Self.check(path, isFolder: false, hasSecret: hasSecret)
      members = try ConfigurationDocument(try RegularFile.read(path, upTo: 4_096), at: path).members
    } catch let error as BusError { throw error } catch let error as ConfigurationDocument.InvalidFile {
      throw BusError(.invalid, error.description, cause: error)
    } catch let error as RegularFile.ReadError {
      throw BusError(Self.code(of: error), "cannot read the key file \(path): \(error.reason)", cause: error)
    } catch { throw BusError(.system, "cannot read the key file \(path): \(error)", cause: error) }
  }

  private static func code(of error: RegularFile.ReadError) -> BusErrorCode {
    guard case .system(let error) = error else { return .invalid }
    return error.number.isMissing || [.permissionDenied, .tooManyLinks].contains(error.number) ? .invalid : .system
  }

  /// Throws ``BusErrorCode/untrusted`` unless a file or folder belongs to this user or to root, and nobody else can change it or, if it has a
  /// secret, read it. One that is missing passes.
  static func check(_ path: String, isFolder: Bool, hasSecret: Bool) throws(BusError) {
    guard let status = try? FileStatus(of: path) else { return }
    let noun = isFolder ? "folder of keys" : "key file"
    if isFolder, status.kind != .folder { throw BusError(.untrusted, "\(path) is not a folder; move it away") }
    for owner in [status.owner, status.linkOwner ?? status.owner] where owner != User.effective && owner != 0 {
      throw BusError(.untrusted, "the \(noun) \(path) belongs to user \(owner), not to you")
    }
    if hasSecret, !status.isPrivate {
      throw BusError(
        .untrusted, "other users can read the \(noun) \(path); run chmod 600 \(path), and make a new key if they may have read it")
    }
    if status.isWritableByOthers { throw BusError(.untrusted, "other users can write to the \(noun) \(path); run chmod go-w \(path)") }
  }

  /// Returns the text of a member. Throws ``BusErrorCode/invalid`` if there is none.
  func text(_ name: String) throws(BusError) -> String {
    guard let text = members[name]?.string else { throw damaged("it has no text '\(name)'") }
    return text
  }

  func key(_ name: String) throws(BusError) -> String {
    let text = try text(name)
    guard CurveKeyPair.isKey(text) else { throw damaged("'\(name)' is not a key of 40 characters (Z85)") }
    return text
  }

  func role() throws(BusError) -> BusRole {
    let text = try text("role")
    guard let role = BusRole(rawValue: text) else {
      throw damaged("the role '\(Endpoint.shown(text))' is none of \(BusRole.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return role
  }

  /// Returns the key pair of the members `public` and `secret`.
  func pair() throws(BusError) -> CurveKeyPair {
    let (publicKey, secret) = (try text("public"), try text("secret"))
    do { return try CurveKeyPair(public: publicKey, secret: secret) } catch { throw damaged(error.message) }
  }

  /// Returns a list of tcp endpoints, separated by spaces; `nil` without the member.
  func endpoints(_ name: String) throws(BusError) -> String? {
    guard members[name] != nil else { return nil }
    let list = try text(name)
    let words = list.split(separator: " ", omittingEmptySubsequences: false)
    guard words.allSatisfy({ (try? Endpoint(String($0)))?.transport == .tcp }) else {
      throw damaged("'\(name)' is not an endpoint such as tcp://host:5555, or several separated by spaces")
    }
    return list
  }

  private func damaged(_ reason: String) -> BusError { BusError(.invalid, "the key file \(path) is damaged: \(reason)") }
}

/// The key with which a process joins a bus over tcp, with the public key of the broker: the file that `holocron keys export` writes.
package struct KeyFile: Sendable, Hashable {
  package let name: String
  package let role: BusRole
  package let keys: ClientKeys
  /// The endpoint of the bus for requests, or those of several brokers, separated by spaces; `nil` if the file names none.
  package var bus: String?

  init(name: String, role: BusRole, keys: ClientKeys) {
    (self.name, self.role, self.keys) = (name, role, keys)
  }

  /// Reads the file at `path`. Throws a ``BusError`` that names the file and what to do.
  package init(_ path: String) throws(BusError) {
    let document = try KeyDocument(path, hasSecret: true)
    let keys = try ClientKeys(own: try document.pair(), server: try document.key("server"))
    self.init(name: try document.text("name"), role: try document.role(), keys: keys)
    bus = try document.endpoints("bus")
  }

  /// The contents of the file.
  package var json: JSON {
    var members: JSON.Object = [
      "name": .string(name), "role": .string(role.rawValue), "public": .string(keys.own.public), "secret": .string(keys.own.secret),
      "server": .string(keys.server),
    ]
    members["bus"] = bus.map { .string($0) }
    return .object(members)
  }
}
