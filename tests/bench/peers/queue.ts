/** How an app uses a queue: the same few acts, whatever lies behind them. A module of this shape is one process of the app. */
export type PeerQueue = {
  /** Writes something down that must reach the server. */
  put(path: string, body: string): Promise<void>;
  /** A moment at which the queue sends by itself: the app starts, or the network is back. Settles when it has tried. */
  send(): Promise<void>;
  /** How many writes the device still holds, sent or not. */
  left(): Promise<number>;
};

/** What of a device outlives the processes of an app. */
export type Device = {
  storage: {
    getItem(key: string): string | null;
    setItem(key: string, value: string): void;
    removeItem(key: string): void;
  };
  /** One at a time; free when its holder has died. */
  locks: { request<T>(name: string, act: () => Promise<T>): Promise<T> };
};
