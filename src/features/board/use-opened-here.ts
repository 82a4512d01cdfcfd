import { seePost } from '#contract/board/board.ts';
import { parseInstant } from '#contract/time/parse-instant.ts';
import { useWrittenOnceKnown } from '#src/api/outbox/use-written.ts';
import type { Dated } from '#src/lib/data-age.ts';

/** Until when posts were opened on this device, epoch ms by their id. */
type Opened = ReadonlyMap<string, number>;

/** What was opened and `seen` does not have yet; undefined until the device has answered. */
export function useOpenedHere(seen: Dated | undefined): Opened | undefined {
  const written = useWrittenOnceKnown(seePost, seen);
  return (
    written &&
    new Map(
      written.flatMap(({ params, body }) => (body?.seenAt ? [[String(params.id), parseInstant(body.seenAt)]] : [])),
    )
  );
}

/** Whether anything was written in a post since it was last looked at, here or elsewhere. */
export function isStillUnread(
  { id, isUnread, activeAt }: { id: string; isUnread: boolean; activeAt: string },
  opened: Opened | undefined,
): boolean {
  return isUnread && (opened?.get(id) ?? Number.NEGATIVE_INFINITY) < parseInstant(activeAt);
}
