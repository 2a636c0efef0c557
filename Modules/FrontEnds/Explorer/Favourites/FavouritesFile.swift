public import MessageBus
public import Models
import OrderedJSON
public import Platform

/// The favourites of the user: records of any kind, each once, in the order in which they were added.
///
/// Their file is one JSON object, `{"favourites": [{"record": "people/1"}, …]}`. Members that this version does not know, of the object and of
/// its entries, are kept.
public struct Favourites: Sendable, Hashable {
  private var document: JSON.Object
  private var entries: [(reference: Reference, members: JSON.Object)]

  /// The maximum number of favourites.
  public static let maxCount = 1_000

  private static let list = "favourites"
  private static let record = "record"

  public init() {
    document = JSON.Object()
    entries = []
  }

  /// Reads what ``json`` writes; `nil` for anything else. A record that is listed twice counts once.
  init?(_ json: JSON) {
    guard let document = json.object, let list = (document[Self.list] ?? []).array, list.count <= Self.maxCount else { return nil }
    var seen: Set<Reference> = []
    entries = []
    for entry in list {
      guard let members = entry.object, let reference = members[Self.record]?.string.flatMap({ Reference($0) }) else { return nil }
      if seen.insert(reference).inserted { entries.append((reference, members)) }
    }
    self.document = document
  }

  var json: JSON {
    var document = document
    document[Self.list] = .array(entries.map { .object($0.members) })
    return .object(document)
  }

  /// In the order in which they were added.
  public var references: [Reference] { entries.map(\.reference) }

  public func contains(_ reference: Reference) -> Bool { entries.contains { $0.reference == reference } }

  var hasRoom: Bool { entries.count < Self.maxCount }

  /// Adds a record at the end. Returns `false` if it is a favourite already.
  mutating func add(_ reference: Reference) -> Bool {
    guard !contains(reference) else { return false }
    entries.append((reference, [Self.record: .string(reference.description)]))
    return true
  }

  mutating func remove(_ reference: Reference) -> Bool {
    let count = entries.count
    entries.removeAll { $0.reference == reference }
    return entries.count < count
  }

  public static func == (left: Favourites, right: Favourites) -> Bool { left.json == right.json }
  public func hash(into hasher: inout Hasher) { hasher.combine(json) }
}

/// The file of the favourites, which all front-ends share: `holocron/favourites.json` in XDG_DATA_HOME (~/.local/share).
///
/// Each call reads the file, because other programs may have changed it. Changes of several programs wait for one another, for up to a second,
/// and a reader sees the file before or after a change. A file that cannot be read is an error, and never overwritten. Calls block the thread.
public struct FavouritesFile: Sendable {
  public let path: String

  static let maxSize = 256 << 10
  private static let patience = Duration.seconds(1)

  public init(path: String) { self.path = path }

  /// `nil` without a data folder, as for a user without a home folder.
  public init?(environment: Environment) {
    guard let folder = XDGFolders(environment).data else { return nil }
    self.init(path: "\(folder)/favourites.json")
  }

  /// Returns the favourites; none if the file does not exist. Throws a 500 that names the file and the error.
  public func read() throws(Problem) -> Favourites {
    do { return try parse(try RegularFile.read(path, upTo: Self.maxSize)) } catch let error as RegularFile.ReadError {
      if error.isMissing { return Favourites() }
      throw cannotRead(error.reason)
    } catch let problem as Problem { throw problem } catch { throw cannotRead("\(error)") }
  }

  /// Adds a record, or removes it. Returns all favourites, and whether that was a change; without one, the file is not written. Throws a 409 if
  /// there are ``Favourites/maxCount`` favourites already, and a 500 that names the file and the error.
  @discardableResult
  public func set(_ reference: Reference, isFavourite: Bool) throws(Problem) -> (favourites: Favourites, isChanged: Bool) {
    try update { favourites throws(Problem) in
      guard isFavourite else { return favourites.remove(reference) }
      guard favourites.hasRoom || favourites.contains(reference) else { throw full }
      return favourites.add(reference)
    }
  }

  private func update(_ change: (inout Favourites) throws(Problem) -> Bool) throws(Problem) -> (favourites: Favourites, isChanged: Bool) {
    do {
      if let slash = path.lastIndex(of: "/") { try Folder.create(String(path[..<slash])) }
      guard let update = try FileUpdate.begin(path, within: Self.patience) else {
        throw cannotWrite("another program is changing the file; try again")
      }
      var favourites = Favourites()
      do {
        if let bytes = try update.contents(upTo: Self.maxSize) { favourites = try parse(bytes) }
      } catch let error as RegularFile.ReadError { throw cannotRead(error.reason) }
      guard try change(&favourites) else { return (favourites, false) }
      let bytes = favourites.json.bytes(.indented) + Array("\n".utf8)
      guard bytes.count <= Self.maxSize else { throw full }
      try update.commit(bytes)
      return (favourites, true)
    } catch let problem as Problem { throw problem } catch let error as SystemError { throw cannotWrite(error.reason) } catch {
      throw cannotWrite("\(error)")
    }
  }

  private func parse(_ bytes: [UInt8]) throws(Problem) -> Favourites {
    let json: JSON
    do { json = try JSON(parsing: bytes) } catch { throw cannotRead("\(error)") }
    guard let favourites = Favourites(json) else {
      throw cannotRead("expected {\"favourites\": [{\"record\": \"people/1\"}, …]} with at most \(Favourites.maxCount) records")
    }
    return favourites
  }

  private func cannotRead(_ reason: String) -> Problem {
    Problem(500, "cannot read the favourites", detail: "cannot read the favourites in \(path): \(reason); correct or remove the file")
  }

  private func cannotWrite(_ reason: String) -> Problem {
    Problem(500, "cannot save the favourites", detail: "cannot save the favourites in \(path): \(reason)")
  }

  private var full: Problem {
    Problem(
      409, "too many favourites", detail: "there are \(Favourites.maxCount) favourites already, which is the maximum; remove one first")
  }
}

extension FavouritesFile {
  /// Returns the favourites in the order in which they were added.
  func favourites() async throws(Problem) -> [Reference] { try await onThread { () throws(Problem) in try read().references } }

  /// Adds or removes a favourite and returns all of them.
  func setFavourite(_ reference: Reference, _ isFavourite: Bool) async throws(Problem) -> [Reference] {
    try await onThread { () throws(Problem) in try set(reference, isFavourite: isFavourite).favourites.references }
  }

  /// Runs `body` on a thread of its own, because it may wait for another program.
  private func onThread(_ body: @escaping @Sendable () throws(Problem) -> [Reference]) async throws(Problem) -> [Reference] {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<[Reference], Problem>, Never>) in
      do throws(SystemError) {
        try BackgroundThread.start { continuation.resume(returning: Result(catching: body)) }
      } catch {
        continuation.resume(
          returning: .failure(Problem(500, "cannot use the favourites", detail: "no thread can be started: \(error.reason)")))
      }
    }
    return try result.get()
  }
}
