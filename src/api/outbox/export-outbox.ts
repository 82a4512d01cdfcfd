import { photoOwnerKinds, photoRoles, uploadPhoto } from '#contract/photo/photo.ts';
import { laneOf } from '#contract/wire/endpoint.ts';
import { jsonOf } from '#src/offline/json-of.ts';
import type { FormPhoto } from '#src/offline/outbox/entries-to-export.ts';
import { type Entry, unsent } from '#src/offline/outbox/entry.ts';
import { outboxFile } from '#src/offline/outbox/export-file.ts';
import { isCreation } from '#src/offline/outbox/followers.ts';
import type { OutboxStore } from '#src/offline/outbox/outbox-store.ts';
import { goesThroughOutbox, newEntryOf } from './new-entry.ts';

/**
 * The outbox of a user as a file. What is open in its form is in it as it was last queued, for only the form can make a
 * request of what was typed since; the photos of that form are in it as they are now.
 */
export async function exportOutbox(uid: string, store: Pick<OutboxStore, 'entriesToExport' | 'blobOf'>): Promise<Blob> {
  const { entries, photos } = await store.entriesToExport();
  const made = photos.flatMap((photo) => {
    const entry = entryOfPhoto(photo);
    return entry ? [{ entry, photo }] : [];
  });
  const withPhotos = entries.flatMap((entry) => [
    entry,
    ...made.filter(({ photo }) => photo.editing.id === entry.id).map((one) => one.entry),
  ]);
  const blobs = new Map(photos.map(({ id, blob }) => [id, blob]));
  return outboxFile(uid, withPhotos, async (id) => blobs.get(id) ?? store.blobOf(id));
}

/**
 * The write that would send a photo behind the thing of its form; undefined where there is none that has photos. Its id
 * is that of the photo, so that two files bring it once.
 */
function entryOfPhoto({ id, blob, takenAt, role, editing, ...photo }: FormPhoto): Entry | undefined {
  const { uid, seq, lane, params, body, summary, createdAt, deviceClock, serverOffset } = editing;
  const ownerKind = photoOwnerKinds.find((kind) => lane.startsWith(laneOf(kind, '')));
  // A creation names its farm in its body; an edit may leave it out.
  const written: { farmIndex?: unknown } = Object(jsonOf(body ?? ''));
  const farmIndex = params.farmIndex ?? written.farmIndex ?? photo.farmIndex;
  if (!ownerKind || typeof farmIndex !== 'number') return undefined;
  const query = {
    ownerKind,
    ownerId: lane.slice(laneOf(ownerKind, '').length),
    role: photoRoles.find((known) => known === role),
    takenAt: new Date(takenAt).toISOString(),
  };
  const write = { input: { params: { farmIndex, id }, query, body: blob }, about: summary };
  if (!goesThroughOutbox(uploadPhoto, write.input)) return undefined;
  const { wish } = newEntryOf(uploadPhoto, write, { createdAt, deviceClock, serverOffset }, null);
  const { after: _, lane: own = id, ...request } = wish;
  return { ...request, ...unsent, id, uid, seq, lane: own, dependsOn: isCreation(editing) ? [editing.id] : [] };
}
