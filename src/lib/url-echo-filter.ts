type UrlEchoFilter = {
  /** A value goes out. */
  send: (value: string) => void;
  /** Whether a value that comes in is one that went out, and not yet heard. Older ones are then forgotten. */
  isEcho: (value: string) => boolean;
};

/**
 * Tells a value that comes back late through the address from one that somebody else has put there: the first must
 * not overwrite what has been typed since, the second must.
 */
export function createUrlEchoFilter(): UrlEchoFilter {
  let sent: string[] = [];
  return {
    send(value) {
      sent.push(value);
    },
    isEcho(value) {
      const at = sent.indexOf(value);
      if (at === -1) return false;
      sent = sent.slice(at + 1);
      return true;
    },
  };
}
