type UrlEchoFilter = {
  /** Records a value that is written to the URL. */
  send: (value: string) => void;
  /** Whether an incoming value was written here and has not come back yet. Older ones are then dropped. */
  isEcho: (value: string) => boolean;
};

/**
 * Tells a value that comes back late from the URL from one that was set elsewhere: the first must not overwrite newer
 * typing, the second must.
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
