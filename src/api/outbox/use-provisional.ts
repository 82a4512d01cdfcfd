import { useEffect, useRef, useState } from 'react';
import type { BodyOf, Endpoint } from '#contract/wire/endpoint.ts';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import type { HistoryItem } from '#src/offline/outbox/entry.ts';
import { queryName } from '../call/query-name.ts';
import { useLoadOutbox } from './outbox-context.ts';
import { type Queued, useQueuedOnceKnown } from './use-queued.ts';

/** What a device created under a provisional index; `queued` while it waits, `sentAs` (the server's index) after that. */
export type Provisional<Body> = { index: number; body: Body } & (
  | { queued: Pick<Queued<Endpoint>, 'entryId' | 'state' | 'createdAt'>; sentAs?: undefined }
  | { queued?: undefined; sentAs: number }
);

type Found<Body> = Provisional<Body> | null | undefined;

type ProvisionalThings<Body> = {
  /** What waits on this device, oldest first. Other writes may name it: they are sent after it. */
  unsent: readonly Provisional<Body>[];
  /**
   * What has the provisional index that was asked for: waiting, or sent since. Null if there is none, undefined until
   * the device has answered.
   */
  asked: Found<Body>;
  /** The device has answered what waits. */
  isKnown: boolean;
};

/** The things that this device created by `endpoint` under a provisional index. */
export function useProvisional<E extends Endpoint>(
  endpoint: E,
  index: number | undefined,
): ProvisionalThings<BodyOf<E>> {
  const queued = useQueuedOnceKnown(endpoint);
  const unsent = (queued ?? []).flatMap(({ body, ...one }): Provisional<BodyOf<E>>[] => {
    const given = indexIn(body);
    return body === undefined || given === undefined ? [] : [{ index: given, body, queued: one }];
  });
  const isAsked = isProvisional(index);
  const waiting = unsent.find((one) => one.index === index);
  const sent = useSent(endpoint, isAsked && queued && !waiting ? index : undefined);
  // A form about it stays open while it is looked up what became of it.
  const last = useRef(waiting);
  if (waiting) last.current = waiting;
  const before = last.current?.index === index ? last.current : undefined;
  const asked = isAsked ? (waiting ?? (sent === undefined ? before : sent)) : null;
  return { unsent, asked, isKnown: queued !== undefined };
}

/** What was sent under this provisional index; as `asked` above. */
function useSent<E extends Endpoint>(endpoint: E, index: number | undefined): Found<BodyOf<E>> {
  const loadOutbox = useLoadOutbox();
  const [found, setFound] = useState<{ index: number; sent: Found<BodyOf<E>> }>();
  useEffect(() => {
    if (index === undefined) return;
    let isGone = false;
    const read = async () => (await (await loadOutbox())?.store()?.history()) ?? [];
    const note = (sent: Found<BodyOf<E>>) => !isGone && setFound({ index, sent });
    read().then(
      (items) => note(items.map((item) => sentBy(endpoint, item, index)).find((one) => one !== null) ?? null),
      () => note(null),
    );
    return () => {
      isGone = true;
    };
  }, [endpoint, index, loadOutbox]);
  return found?.index === index ? found?.sent : undefined;
}

function sentBy<E extends Endpoint>(endpoint: E, { entry, receipt }: HistoryItem, index: number): Found<BodyOf<E>> {
  if (!receipt || entry.endpoint !== queryName(endpoint)) return null;
  const made = endpoint.body.safeParse(JSON.parse(entry.body ?? '{}'));
  const { data }: { data?: unknown } = Object(JSON.parse(receipt.body));
  const { index: sentAs }: { index?: unknown } = Object(data);
  if (!made.success || indexIn(made.data) !== index || typeof sentAs !== 'number') return null;
  // The value has passed the schema from which the body's type is inferred.
  return { index, body: made.data as BodyOf<E>, sentAs };
}

function indexIn(body: unknown): number | undefined {
  const { provisionalIndex }: { provisionalIndex?: unknown } = Object(body);
  return isProvisional(provisionalIndex) ? provisionalIndex : undefined;
}
