import { setImmediate } from 'node:timers/promises';
import { type Look, TermLost } from './farm-engine.ts';

/** Farms on which somebody waits to be decided on. */
export function createWaiting() {
  const told = new Map<number, (() => void)[]>();
  return {
    first: (): number | undefined => told.keys().next().value,
    /** Resolves when the farm has been decided on. */
    add: (farmId: number) =>
      new Promise<void>((resolve) => void told.set(farmId, [...(told.get(farmId) ?? []), resolve])),
    take(farmId: number): readonly (() => void)[] {
      const waiting = told.get(farmId) ?? [];
      told.delete(farmId);
      return waiting;
    },
  };
}

/** How farms are decided on under a term. */
export type Deciding = {
  /** Before some farms are looked at; throws TermLost when another process decides. */
  begin(): Promise<void>;
  /** Undefined where there is nothing to decide on. */
  look(farmId: number): Promise<Look | undefined>;
  store(looks: readonly Look[]): Promise<void>;
  done(farmId: number, look: Look): void;
  failed(farmId: number, error: unknown): void;
};

/** So many farms are written to the disk at once. */
const GROUP = 20;

/**
 * One farm after the other, those first on which somebody waits; what was decided on some of them is stored together,
 * and then sent. Who waits does not wait for more farms than are in the group by then.
 */
export async function inGroups(
  farms: readonly number[],
  waiting: ReturnType<typeof createWaiting>,
  deciding: Deciding,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const due = new Set(farms);
  let group = new Map<number, Look>();
  const flush = async () => {
    const decided = group;
    group = new Map();
    await storeAll(decided, deciding);
  };
  while (!stopping?.aborted) {
    const farmId = waiting.first() ?? due.keys().next().value;
    if (farmId === undefined) break;
    // What a farm remembers is of the look before: that one is stored first.
    if (group.has(farmId)) await flush();
    if (group.size === 0) await deciding.begin();
    const told = waiting.take(farmId);
    due.delete(farmId);
    const look = await deciding.look(farmId);
    if (look) group.set(farmId, look);
    if (group.size >= GROUP || told.length > 0) await flush();
    for (const tell of told) tell();
    // Requests and readings are served between two farms.
    await setImmediate();
  }
  await flush();
}

/** Where they cannot be stored together, each is stored by itself: one that fails does not keep the others. */
async function storeAll(decided: ReadonlyMap<number, Look>, deciding: Deciding): Promise<void> {
  if (decided.size === 0) return;
  try {
    await deciding.store([...decided.values()]);
  } catch (error) {
    if (error instanceof TermLost) throw error;
    const [[farmId] = [0]] = decided;
    if (decided.size === 1) return deciding.failed(farmId, error);
    for (const one of decided) await storeAll(new Map([one]), deciding);
    return;
  }
  for (const [farmId, look] of decided) deciding.done(farmId, look);
}
