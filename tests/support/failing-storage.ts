/** How the browser's storage takes a transaction: as it should, or as it was seen to fail on phones. */
export type StorageFault =
  | 'works'
  /** The connection is gone: iOS after a sleep. */
  | 'connection-lost'
  /** Done, and nobody is ever told. */
  | 'unheard'
  /** The disk has no room for another value. */
  | 'full';

/**
 * For tests: from now on every transaction that writes into a database of this name is taken as `decide` says, until the
 * returned function is called.
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
