public import MessageBus
public import Models
import OrderedJSON
public import Platform

/// The file of the favourites, which all front-ends share: `holocron/favourites.json` in XDG_DATA_HOME (~/.local/share).
///
/// Each call reads the file, because other programs may have changed it. Changes of several programs wait for one another, for up to a second,
/// and a reader sees the file before or after a change. A file that cannot be read is an error, and never overwritten. Calls block the thread.
public struct FavouritesFile: Sendable {
  public let path: String

  /// The maximum size of the file in bytes.
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
