/** A common interface to outbox libraries. A module with this interface is one process of an app. */
export type PeerQueue = {
  /** Stores a write that must reach the server. */
  put(path: string, body: string): Promise<void>;
  /** An occasion to send: the app starts, or the network is back. Settles after the attempt. */
  send(): Promise<void>;
  /** Number of writes that the device still stores, sent or not. */
  left(): Promise<number>;
};

/** The part of a device that survives the processes of an app. */
export type Device = {
  storage: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
  /** Exclusive locks; released when their holder ends. */
  locks: { request<T>(name: string, act: () => Promise<T>): Promise<T> };
};
