import type { BodyOf, Endpoint } from '#contract/wire/endpoint.ts';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import { type Dated, neverRead } from '#src/lib/data-age.ts';
import { lacks, useWrittenOnceKnown, type Written } from './use-written.ts';

/** What a device created under a provisional index; `queued` while it waits, `sentAs` (the server's index) after that. */
export type Provisional<Body> = { index: number; body: Body } & (
  | { queued: Pick<Written<Endpoint>, 'entryId' | 'state' | 'createdAt'>; sentAs?: undefined }
  | { queued?: undefined; sentAs: number }
);

type ProvisionalThings<Body> = {
  /** What waits on this device and what `seen` does not have since it was sent, oldest first. */
  unread: readonly Provisional<Body>[];
  /**
   * What has the provisional index that was asked for: waiting, or sent since. Null if there is none, undefined until
   * the device has answered.
   */
  asked: Provisional<Body> | null | undefined;
  /** The device has answered what it made. */
  isKnown: boolean;
};

/** The things that this device created by `endpoint` under a provisional index; `seen` is the list of them as read. */
export function useProvisional<E extends Endpoint>(
  endpoint: E,
  index: number | undefined,
  seen?: Dated,
): ProvisionalThings<BodyOf<E>> {
  const isAsked = isProvisional(index);
  // What was asked for may have been sent and read long ago.
  const written = useWrittenOnceKnown(endpoint, isAsked ? neverRead : seen);
  return {
    unread: written?.filter((one) => lacks(seen, one)).flatMap(toProvisional) ?? [],
    asked: isAsked ? written && (written.flatMap(toProvisional).find((made) => made.index === index) ?? null) : null,
    isKnown: written !== undefined,
  };
}

function toProvisional<E extends Endpoint>({ body, sentAs, ...queued }: Written<E>): Provisional<BodyOf<E>>[] {
  const { provisionalIndex: index }: { provisionalIndex?: unknown } = Object(body);
  if (body === undefined || !isProvisional(index)) return [];
  if (queued.state !== 'sent') return [{ index, body, queued }];
  return sentAs === undefined ? [] : [{ index, body, sentAs }];
}
