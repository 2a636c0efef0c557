import OrderedJSON
package import Platform

/// The folder of a broker's keys, one JSON object a file:
///
/// - `server.json`: the broker's own key pair, made when it is first needed.
/// - `authorized/NAME.json`: a public key and its role. The broker accepts these keys, and no others.
/// - `private/NAME.json`: what the host of that key needs, until it is exported and removed; see ``KeyFile``.
///
/// All files have mode 0600. Calls block for disk I/O.
package struct KeyFolder: Sendable {
  package let path: String

  private static let patience = Duration.seconds(2)

  /// The folder `keys` beside the configuration file. Throws ``BusErrorCode/invalid`` for a user without a home folder.
  package init(environment: Environment) throws(BusError) {
    guard let folder = XDGFolders(environment).configuration else {
      throw BusError(.invalid, "there is no folder for keys; set HOME or XDG_CONFIG_HOME")
    }
    path = "\(folder)/keys"
  }

  /// Returns the broker's key pair. Makes it, and the folder, if there is none; of several processes that do, all get the same one.
  package func serverKey() throws(BusError) -> CurveKeyPair {
    let file = serverFile
    try prepare(path)
    if !FileSystem.exists(file) {
      try create(file) { () throws(BusError) in
        let pair = try CurveKeyPair.generate()
        return ["public": .string(pair.public), "secret": .string(pair.secret)]
      }
    }
    return try KeyDocument(file, hasSecret: true).pair()
  }

  /// Reads the authorised keys, and why other files cannot be used. Two files with the same public key are both unusable, because their roles may
  /// differ. Throws if the folder cannot be trusted, or cannot be read now: then nothing is known about any key.
  package func authorized() throws(BusError) -> (keys: AuthorizedKeys, damaged: [BusError]) {
    let folder = "\(path)/authorized"
    for path in [path, folder] { try KeyDocument.check(path, isFolder: true, hasSecret: false) }
    let files: [String]
    do { files = try Folder.list(folder).filter { $0.hasSuffix(".json") } } catch {
      if error.number.isMissing { return (AuthorizedKeys(), []) }
      throw BusError(.system, "cannot read the folder of keys \(folder): \(error.reason)", cause: error)
    }
    var (holders, damaged): ([String: [AuthorizedKeys.Holder]], [BusError]) = ([:], [])
    for file in files.sorted() {
      let name = String(file.dropLast(".json".count))
      do throws(BusError) {
        let document = try KeyDocument(authorizedFile(name), hasSecret: false)
        guard Self.isName(name) else { throw BusError(.invalid, "the key file \(authorizedFile(name)) has a name that no key can have") }
        holders[try document.key("public"), default: []].append(.init(name: name, role: try document.role()))
      } catch {
        if error.code == .system { throw error }
        // Revoked meanwhile, if there is none.
        if FileSystem.exists(authorizedFile(name)) { damaged.append(error) }
      }
    }
    let unique = holders.compactMapValues { $0.count == 1 ? $0.first : nil }
    damaged += holders.values.filter { $0.count > 1 }.map { $0.map(\.name).joined(separator: " and ") }.sorted().map { names in
      BusError(.invalid, "the key files of \(names) have the same public key; remove one")
    }
    return (AuthorizedKeys(unique), damaged)
  }

  /// Makes a key pair, keeps it for ``exported(_:)``, and authorises its public half. Returns the file to export. Throws
  /// ``BusErrorCode/inUse`` if there is a key of this name.
  package func add(_ name: String, role: BusRole) throws(BusError) -> KeyFile {
    let file = KeyFile(name: name, role: role, keys: try ClientKeys(own: .generate(), server: serverKey().public))
    for folder in ["authorized", "private"] { try prepare("\(path)/\(folder)") }
    var isNew = false
    try create(authorizedFile(name)) { () throws(BusError) in
      isNew = true
      // First, so that an authorised key is always complete.
      do throws(SystemError) { try RegularFile.replace(privateFile(name), with: file.json.bytes(.indented)) } catch {
        throw Self.failure(error)
      }
      return ["public": .string(file.keys.own.public), "role": .string(role.rawValue)]
    }
    guard isNew else { throw BusError(.inUse, "there is already a key '\(name)'; choose another name, or revoke it first") }
    return file
  }

  /// Removes a key and its private file. A running broker accepts it no more within a second or two. Returns `false` if there is no such key.
  package func revoke(_ name: String) throws(BusError) -> Bool {
    let files = [authorizedFile(name), privateFile(name)]
    let removed = files.map { FileSystem.remove($0) }
    // `remove` fails for a missing file, too.
    if let file = files.first(where: { FileSystem.exists($0) }) { throw BusError(.system, "cannot remove \(file); remove it by hand") }
    return removed.contains(true)
  }

  /// Returns what the host of this key needs. Throws ``BusErrorCode/invalid`` if this folder does not have it.
  package func exported(_ name: String) throws(BusError) -> KeyFile { try KeyFile(privateFile(name)) }

  package var serverFile: String { "\(path)/server.json" }
  package func authorizedFile(_ name: String) -> String { "\(path)/authorized/\(name).json" }
  package func privateFile(_ name: String) -> String { "\(path)/private/\(name).json" }

  /// Whether `text` can name a key, and with it files: at most 64 letters, digits, dots, dashes and underscores of ASCII, the first a letter or digit.
  package static func isName(_ text: String) -> Bool {
    text.utf8.count <= 64 && text.first?.isWordOfASCII == true && text.allSatisfy { $0.isWordOfASCII || "._-".contains($0) }
  }

  private func prepare(_ folder: String) throws(BusError) {
    do { try Folder.create(folder) } catch { throw Self.failure(error) }
    try KeyDocument.check(folder, isFolder: true, hasSecret: false)
  }

  /// Creates a file with mode 0600 and `contents`, unless there is one by then.
  private func create(_ file: String, _ contents: () throws(BusError) -> JSON) throws(BusError) {
    do {
      guard let update = try FileUpdate.begin(file, within: Self.patience) else {
        throw BusError(.system, "another program is writing \(file); try again")
      }
      guard !FileSystem.exists(file) else { return }
      try update.commit(try contents().bytes(.indented) + Array("\n".utf8))
    } catch let error as BusError { throw error } catch let error as SystemError { throw Self.failure(error) } catch {
      throw BusError(.system, "cannot write \(file): \(error)", cause: error)
    }
  }

  private static func failure(_ error: SystemError) -> BusError {
    BusError(.system, "cannot write the keys: \(error.path ?? error.call): \(error.reason)", cause: error)
  }
}

extension Character {
  fileprivate var isWordOfASCII: Bool { isASCII && (isLetter || isNumber) }
}
