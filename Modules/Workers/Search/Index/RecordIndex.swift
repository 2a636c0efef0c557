import Contracts
import Databases
import Logging
import MessageBus
import Models
import OrderedJSON
import Synchronization

/// The indexed records of the current origin: in memory for searches, in the store for the next start.
///
/// Changes are accepted at once and published in commits. A commit is stored before it is published, so results that a client has seen
/// survive a crash of the worker. Changes accepted during a commit go into the next one; ``flush()`` waits for all of them. While the store
/// cannot be written, commits are published anyway with a warning in the snapshot, and the write is retried with each commit and at
/// intervals.
actor RecordIndex {
  let store: IndexStore
  let logger: Logger
  private let kinds: Kinds
  private let metrics: SearchMetrics
  private let retryInterval: Duration
  private let maxBytes: Int
  private let imageDelay: Duration
  private let published: Mutex<Snapshot>
  private let publishedVersion = Atomic<UInt64>(0)
  private var loading: Task<Void, Never>?
  private var isLoaded = false
  /// The origin of the records; `nil` until one is named.
  private(set) var origin: String?
  private var indexedRecords: IndexedRecords
  private var corpus: SearchCorpus
  /// The most recent commit, running or scheduled.
  private var lastCommit: Task<Void, Never>?
  private var isCommitScheduled = false
  private var unsaved = UnsavedChanges()
  /// Why the store could not be read or written; `nil` while it works.
  private var failure: StorageError?
  private var retry: Task<Void, Never>?
  private var wasFullLogged = false
  private var images = ImageState()
  private var imageTask: Task<Void, Never>?
  /// The time at which an image is saved even if changes go on; `nil` while none is due.
  private var latestImage: ContinuousClock.Instant?

  /// - Parameter maxBytes: limit of the memory for records; see ``IndexedRecords``.
  init(
    _ store: IndexStore, kinds: Kinds, metrics: SearchMetrics, retryInterval: Duration = SearchSettings().storeRetryInterval,
    maxBytes: Int = SearchSettings().maxIndexBytes, imageDelay: Duration = SearchSettings().imageDelay, logger: Logger
  ) {
    self.store = store
    self.kinds = kinds
    self.logger = logger
    self.metrics = metrics
    self.retryInterval = retryInterval
    self.maxBytes = maxBytes
    self.imageDelay = imageDelay
    let indexedRecords = IndexedRecords(kinds: kinds, maxBytes: maxBytes)
    let corpus = SearchCorpus.empty(kinds)
    (self.indexedRecords, self.corpus) = (indexedRecords, corpus)
    published = Mutex(Snapshot(corpus, isLoaded: false, kinds: indexedRecords.offeredKinds, counts: [:]))
  }

  nonisolated var snapshot: Snapshot { published.withLock { $0 } }

  /// ``Snapshot/version`` of the snapshot, for those who need nothing else of it.
  nonisolated var version: UInt64 { publishedVersion.load(ordering: .acquiring) }

  /// Loads the stored records of the origin used last, on the first call. Returns when they are loaded.
  func load() async {
    if loading == nil { loading = Task { await loadLastOrigin() } }
    await loading?.value
  }

  private func loadLastOrigin() async {
    await loadStored(of: nil)
    isLoaded = true
    publish(currentSnapshot)
    // Reading records takes several times the memory that they keep.
    if corpus.count > Self.largeCorpus { FreedMemory.returnToSystem() }
  }

  /// Number of records beyond which freed memory is returned to the system.
  private static let largeCorpus = 2_000

  /// Adds the stored records of `newOrigin`, or of the origin used last if `newOrigin` is `nil`.
  private func loadStored(of newOrigin: String?) async {
    do throws(StorageError) {
      if let image = try? await store.image(of: newOrigin), await adopt(image, of: newOrigin) { return }
      let contents = try await store.contents(of: newOrigin)
      let tokenizedRecords = await Self.tokenizedRecords(contents.bodies, kinds)
      // The index may have switched to another origin meanwhile.
      guard newOrigin == origin else { return }
      if newOrigin == nil { origin = contents.origin }
      // Records indexed before this point are newer; their commit follows.
      corpus = corpus.updated(indexedRecords.merge(stored: tokenizedRecords, counts: contents.counts))
      if contents.damaged > 0 {
        logger.warning("damaged or oversized records dropped from the index", metadata: ["records": "\(contents.damaged)"])
      }
      if indexedRecords.hasPendingChange { scheduleCommit() }
      reportFull()
      images.loaded(revision: contents.revision, changes: contents.bodies.count)
      saveImageLater()
    } catch {
      failure = error
      unsaved.addAll()
      logger.warning("stored index could not be read; rebuilding it", metadata: ["reason": "\(error.message)"])
    }
  }

  /// Adds the records of an image, which are the first. Returns `false` if it is of no use.
  private func adopt(_ image: IndexStore.Image, of newOrigin: String?) async -> Bool {
    guard let stored = try? SearchCorpus(image: image.bytes, kinds: kinds) else { return false }
    let changed = await Self.tokenizedRecords(image.changed, kinds)
    guard newOrigin == origin else { return true }
    let updated = stored.updated(changed, removing: image.removed)
    guard corpus.count == 0, indexedRecords.adopt(updated, counts: image.counts) else { return false }
    corpus = updated
    if newOrigin == nil { origin = image.origin }
    images.loaded(revision: image.revision, changes: changed.count + image.removed.count)
    saveImageLater()
    return true
  }

  /// Switches to the records of another origin, starting with the stored ones; records of the previous origin are no longer found. Returns
  /// whether the origin changed. Sends no requests.
  func switchOrigin(to newOrigin: String) async -> Bool {
    await load()
    await flush()
    guard newOrigin != origin else { return false }
    logger.info("switching the index to another origin", metadata: ["origin": "\(newOrigin)", "before": "\(origin ?? "none")"])
    origin = newOrigin
    indexedRecords = IndexedRecords(kinds: kinds, maxBytes: maxBytes)
    corpus = .empty(kinds)
    unsaved = UnsavedChanges()
    images = ImageState()
    publish(currentSnapshot)
    await loadStored(of: newOrigin)
    // The commit also records this origin as the one used last.
    scheduleCommit()
    await flush()
    return true
  }

  /// Tokenizes records in parallel on all processors, since searches wait for it. Skips bodies that are not valid records.
  private static func tokenizedRecords(_ bodies: [[UInt8]], _ kinds: Kinds) async -> [TokenizedRecord] {
    let chunkSize = 32
    return await withTaskGroup(of: [TokenizedRecord].self) { group in
      for start in stride(from: 0, to: bodies.count, by: chunkSize) {
        group.addTask {
          bodies[start...].prefix(chunkSize).compactMap { body in
            (try? JSON(parsing: body)).flatMap { try? Record(canonical: RecordLimits.applied(to: $0), kinds: kinds) }
              .map { TokenizedRecord($0, kinds: kinds) }
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  // MARK: Changes

  /// See ``IndexedRecords/ingest(_:from:)``. Ignores records of an origin other than the current one.
  ///
  /// - Parameter named: the origin of the records, if known.
  @discardableResult
  func ingest(_ items: [JSON], from provenance: IndexedRecords.Provenance, of named: String? = nil) -> [Reference] {
    guard named == nil || named == origin else { return [] }
    let wasFull = indexedRecords.isFull
    defer {
      // A commit publishes the warning.
      if indexedRecords.hasPendingChange || indexedRecords.isFull != wasFull { scheduleCommit() }
      reportFull()
    }
    return indexedRecords.ingest(items, from: provenance)
  }

  /// Logs once that the index is full.
  private func reportFull() {
    guard indexedRecords.isFull, !wasFullLogged else { return }
    wasFullLogged = true
    logger.warning(
      "index full; further records are not indexed", metadata: ["limit": "\(maxBytes)", "records": "\(indexedRecords.count)"])
  }

  /// See ``IndexedRecords/setOfferedKinds(_:)``.
  func setOfferedKinds(_ kinds: [KindName]) { if indexedRecords.setOfferedKinds(kinds) { scheduleCommit() } }

  /// See ``IndexedRecords/setListCount(_:of:members:)``.
  func setListCount(_ count: Int, of kind: KindName, members: Set<Reference>? = nil) {
    if indexedRecords.setListCount(count, of: kind, members: members) { scheduleCommit() }
  }

  /// See ``IndexedRecords/remove(_:counts:)``.
  func remove(_ isRemoved: (Reference) -> Bool, counts isCountRemoved: (KindName) -> Bool) {
    indexedRecords.remove(isRemoved, counts: isCountRemoved)
    scheduleCommit()
  }

  // MARK: Commits

  /// Waits until all changes so far are published, and stored if the store can be written.
  func flush() async { await lastCommit?.value }

  func close() async {
    await flush()
    retry?.cancel()
    imageTask?.cancel()
    await saveImage()
    await flush()
    await store.close()
  }

  private func scheduleCommit() {
    guard !isCommitScheduled else { return }
    isCommitScheduled = true
    let before = lastCommit
    lastCommit = Task {
      await before?.value
      await load()
      await commit()
    }
  }

  private func commit() async {
    // Changes from here on belong to the next commit.
    isCommitScheduled = false
    let change = indexedRecords.takePendingChange()
    if !change.isEmpty { corpus = corpus.updated(Array(change.records.values), removing: change.removed) }
    unsaved.add(change)
    var snapshot = currentSnapshot
    let (writing, written) = (unsaved, origin)
    // After a failed write, publish first: the store may take long to fail again.
    if failure != nil { publish(snapshot) }
    let openCount = store.openCount
    do throws(StorageError) {
      let revisions = try await store.apply(
        writing.rows(of: snapshot.corpus), removing: Array(writing.removed), counts: snapshot.counts, of: written)
      if failure != nil { logger.notice("index saved again") }
      failure = nil
      if origin == written {
        unsaved = UnsavedChanges()
        images.wrote(revisions, changes: writing.count)
        saveImageLater()
      }
      // The file was replaced and holds only this change.
      if store.openCount != openCount, !writing.includesAll {
        unsaved.addAll()
        scheduleCommit()
      }
    } catch {
      if failure == nil {
        logger.warning("index cannot be saved; keeping it in memory", metadata: ["reason": "\(error.message)"])
      }
      failure = error
      retryLater()
    }
    snapshot.warning = warning
    if origin == written { publish(snapshot) }
  }

  private func retryLater() {
    guard retry == nil else { return }
    retry = Task {
      guard (try? await Task.sleep(for: retryInterval)) != nil else { return }
      retry = nil
      scheduleCommit()
    }
  }

  // MARK: Image

  /// Saves an image once no more changes have come for a while, or after a minute of changes, if it is worth it.
  private func saveImageLater() {
    guard images.isDue else { return }
    imageTask?.cancel()
    let now = ContinuousClock.now
    let latest = latestImage ?? now + imageDelay * 12
    latestImage = latest
    imageTask = Task {
      guard (try? await Task.sleep(for: min(imageDelay, max(.zero, now.duration(to: latest))))) != nil else { return }
      // Later changes do not stop a save that has begun.
      imageTask = nil
      latestImage = nil
      await saveImage()
    }
  }

  private func saveImage() async {
    guard images.isDue, let revision = images.revision, unsaved.isEmpty, !indexedRecords.hasPendingChange else { return }
    let (origin, image) = (origin, corpus.image)
    let openCount = store.openCount
    // Without an image, the next start takes longer; that is all.
    let isSaved = (try? await store.save(image, of: origin, revision: revision)) == true
    if store.openCount != openCount {
      // The file was replaced and holds nothing.
      unsaved.addAll()
      return scheduleCommit()
    }
    guard isSaved, self.origin == origin else { return }
    images.saved(revision)
    // The tables of the records that have come since the last image were copied many times.
    FreedMemory.returnToSystem()
  }

  private var currentSnapshot: Snapshot {
    Snapshot(
      corpus, isLoaded: isLoaded, kinds: indexedRecords.offeredKinds, counts: indexedRecords.counts, origin: origin, warning: warning)
  }

  private var warning: String? {
    if let failure { return StorageWarning.inMemory(.index, reason: failure.message).sentence }
    return indexedRecords.isFull ? Coverage.fullIndexWarning : nil
  }

  private func publish(_ snapshot: Snapshot) {
    metrics.record(snapshot.coverage)
    published.withLock { published in
      let version = published.version + 1
      published = snapshot
      published.version = version
      publishedVersion.store(version, ordering: .releasing)
    }
  }
}
