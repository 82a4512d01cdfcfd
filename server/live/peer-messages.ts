import * as z from 'zod/mini';
import { type LiveValues, liveValues } from '#contract/monitor/live.ts';
import type { Siblings } from '../db/open.ts';
import type { LiveListener } from './hub.ts';

/** Values wait so long for others of their channel and farm: a word of many farms costs what a word of one does. */
const COLLECT_MS = 200;
/** PostgreSQL takes words of less than 8,000 bytes; a value is written in 70 at most, all of them ASCII. */
const MAX_WORD = 7_500;
const VALUES_AT_ONCE = 100;

/** What processes tell each other; one kind a word. */
const word = z.union([
  z.object({ live: z.array(liveValues) }),
  z.object({ ended: z.string() }),
  z.object({ woken: z.number() }),
]);
type Word = z.infer<typeof word>;

type Heard = {
  live: LiveListener;
  /** A session was ended, by its sid. */
  ended(sid: string): void;
  /** Something about the equipment of a farm has changed, and wants to be decided on. */
  woken(farmId: number): void;
  /** Words may have been lost. */
  missed(): void;
};

export type Announcer = {
  live: LiveListener;
  ended(sid: string): void;
  woken(farmId: number): void;
  /** Hears what others announce; returns how to stop, after what is still to be told. */
  hear(heard: Heard): () => void;
};

/** Tells other processes what happened in this one after a commit, and hears what happened in them. */
export function createAnnouncer({ tell, hear }: Pick<Siblings, 'tell' | 'hear'>): Announcer {
  const farms = new Map<number, Map<number, LiveValues['values'][number]>>();
  let timer: NodeJS.Timeout | undefined;
  /** What comes from another process is not told on. */
  let isHearing = false;
  const say = (one: Word) => !isHearing && tell([JSON.stringify(one)]);
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    tell(wordsOf([...farms].map(([farmIndex, values]) => ({ farmIndex, values: [...values.values()] }))));
    farms.clear();
  };
  return {
    live({ farmIndex, values }) {
      const known = farms.get(farmIndex) ?? new Map();
      for (const value of values) known.set(value[0], value);
      farms.set(farmIndex, known);
      timer ??= setTimeout(flush, COLLECT_MS);
    },
    ended: (sid) => void say({ ended: sid }),
    woken: (farmId) => void say({ woken: farmId }),
    hear({ live, ended, woken, missed }) {
      const stop = hear((text) => {
        const one = read(text);
        isHearing = true;
        try {
          if (!one) missed();
          else if ('live' in one) one.live.forEach(live);
          else if ('ended' in one) ended(one.ended);
          else woken(one.woken);
        } finally {
          isHearing = false;
        }
      }, missed);
      return () => {
        flush();
        stop();
      };
    },
  };
}

/** A word that is none of this release says that there is something to be missed. */
function read(text: string): Word | undefined {
  try {
    return word.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** As few words as they fit into. */
function wordsOf(farms: readonly LiveValues[]): string[] {
  const words: string[] = [];
  let live: LiveValues[] = [];
  let length = 0;
  const end = () => {
    if (live.length > 0) words.push(JSON.stringify({ live } satisfies Word));
    live = [];
    length = 0;
  };
  for (const { farmIndex, values } of farms) {
    for (let from = 0; from < values.length; from += VALUES_AT_ONCE) {
      const part = { farmIndex, values: values.slice(from, from + VALUES_AT_ONCE) };
      const more = JSON.stringify(part).length + 1;
      if (length + more > MAX_WORD) end();
      live.push(part);
      length += more;
    }
  }
  end();
  return words;
}
