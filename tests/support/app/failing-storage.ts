/** How a transaction of the browser's storage behaves: normally, or as seen to fail on phones. */
export type StorageFault =
  | 'works'
  /** The connection is lost: iOS after sleep. */
  | 'connection-lost'
  /** The transaction is done, but no event follows. */
  | 'unheard'
  /** The disk is full. */
  | 'full';

/**
 * From now on, every writing transaction on a database of this name behaves as `decide` says, until the returned
 * function is called.
 */
export function failStorage(name: string, decide: () => StorageFault): () => void {
  const { transaction } = IDBDatabase.prototype;
  const { put } = IDBObjectStore.prototype;
  const full = new WeakSet<IDBTransaction>();
  IDBDatabase.prototype.transaction = function begin(this: IDBDatabase, stores, mode, options) {
    const fault = this.name === name && mode === 'readwrite' ? decide() : 'works';
    if (fault === 'connection-lost') {
      throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
    }
    const begun = transaction.call(this, stores, mode, options);
    if (fault === 'full') full.add(begun);
    if (fault === 'unheard') Object.defineProperty(begun, 'oncomplete', { set() {} });
    return begun;
  };
  IDBObjectStore.prototype.put = function keep(this: IDBObjectStore, value: unknown, key?: IDBValidKey) {
    if (full.has(this.transaction)) throw new DOMException('no room', 'QuotaExceededError');
    return key === undefined ? put.call(this, value) : put.call(this, value, key);
  };
  return () => {
    IDBDatabase.prototype.transaction = transaction;
    IDBObjectStore.prototype.put = put;
  };
}
