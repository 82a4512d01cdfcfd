import { yieldToOthers } from '../../kernel/process/yield-to-others.ts';
import { type PendingDecision, TermLost } from './farm-engine.ts';

/** Farms for which a caller waits. */
export function createWaiting() {
  const callers = new Map<number, (() => void)[]>();
  return {
    first: (): number | undefined => callers.keys().next().value,
    /** Resolves after the farm's decision. */
    add: (farmId: number) =>
      new Promise<void>((resolve) => void callers.set(farmId, [...(callers.get(farmId) ?? []), resolve])),
    take(farmId: number): readonly (() => void)[] {
      const waiting = callers.get(farmId) ?? [];
      callers.delete(farmId);
      return waiting;
    },
    /** Another process decides: nobody waits here any more. */
    release(): void {
      const all = [...callers.values()].flat();
      callers.clear();
      for (const notify of all) notify();
    },
  };
}

/** The steps of a run under one term. */
export type Deciding = {
  /** Called before each group; throws TermLost when another process decides. */
  begin(): Promise<void>;
  /** undefined without anything to decide. */
  decide(farmId: number): Promise<PendingDecision | undefined>;
  store(decisions: readonly PendingDecision[]): Promise<void>;
  done(farmId: number, decision: PendingDecision): void;
  failed(farmId: number, error: unknown): void;
};

/** Farms stored in one transaction. */
const GROUP = 20;

/**
 * Decides farm by farm, those with a waiting caller first. The decisions of a group are stored together and then sent.
 * A waiting caller's farm closes its group.
 */
export async function inGroups(
  farms: readonly number[],
  waiting: ReturnType<typeof createWaiting>,
  deciding: Deciding,
  stopping: AbortSignal | undefined,
): Promise<void> {
  const due = new Set(farms);
  let group = new Map<number, PendingDecision>();
  const flush = async () => {
    const decided = group;
    group = new Map();
    await storeAll(decided, deciding);
  };
  while (!stopping?.aborted) {
    const farmId = waiting.first() ?? due.keys().next().value;
    if (farmId === undefined) break;
    // A farm's memory comes from its previous decision, which must be stored first.
    if (group.has(farmId)) await flush();
    if (group.size === 0) await deciding.begin();
    const callers = waiting.take(farmId);
    due.delete(farmId);
    const decision = await deciding.decide(farmId);
    if (decision) group.set(farmId, decision);
    if (group.size >= GROUP || callers.length > 0) await flush();
    for (const notify of callers) notify();
    // Lets requests and readings be handled between two farms.
    await yieldToOthers();
  }
  await flush();
}

/** If a group cannot be stored, its farms are stored one by one, so that one failure does not affect the others. */
async function storeAll(decided: ReadonlyMap<number, PendingDecision>, deciding: Deciding): Promise<void> {
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
  for (const [farmId, decision] of decided) deciding.done(farmId, decision);
}
