import { useQuery } from '@tanstack/react-query';
import { listPhotos, type Photo, photoRoles } from '#contract/photo/photo.ts';
import { isProvisional } from '#contract/wire/provisional-index.ts';
import { combineLinked } from '#src/api/outbox/sending-context.ts';
import { usePhotos } from '#src/api/photo/use-photos.ts';
import { usePicturesOf } from '#src/api/photo/use-pictures-of.ts';
import { readQuery } from '#src/api/read/query.ts';
import { jointDraft } from '#src/api/write/use-entry-form.ts';
import type { Dated } from '#src/lib/data-age.ts';
import { showToast } from '#src/lib/toasts.ts';
import { PhotoField } from '#src/ui/photo/photo-field.tsx';
import { PhotoStrip } from '#src/ui/photo/photo-strip.tsx';

type RepairPhotosOptions = {
  /** Name of the form, as in its draft. */
  form: string;
  farmIndex: number;
  inspectionId: string;
  title: string;
  /** False for a new inspection: the server has no photos of it. */
  isStored: boolean;
};

/** The photos of an inspection in its form, before and after the repair. */
export function useRepairPhotos({ form, farmIndex, inspectionId, title, isStored }: RepairPhotosOptions) {
  const read = useQuery({ ...photosQuery(farmIndex, inspectionId), enabled: isStored && !isProvisional(farmIndex) });
  const stored = read.data?.value;
  const options = {
    form,
    farmIndex,
    owner: { kind: 'inspection', id: inspectionId, name: title },
    ...(stored && { stored, seen: read.data }),
  } as const;
  const before = usePhotos({ ...options, role: 'before' });
  const after = usePhotos({ ...options, role: 'after' });
  return {
    before: before.field,
    after: after.field,
    draft: jointDraft(before.draft, after.draft),
    beside: combineLinked([before.beside, after.beside]),
    /** Sends the photos after the inspection was saved or queued, and reports those that were refused. */
    async send(): Promise<void> {
      const [refusedBefore, refusedAfter] = await Promise.all([before.send(), after.send()]);
      const refused = refusedBefore + refusedAfter;
      if (refused > 0) showToast(`사진 ${refused}장을 보내지 못했습니다. 점검을 열어 다시 골라 주세요.`, 'failed');
    },
  };
}

export type RepairPhotoFieldsProps = { photos: Pick<ReturnType<typeof useRepairPhotos>, 'before' | 'after'> };

export function RepairPhotoFields({ photos: { before, after } }: RepairPhotoFieldsProps) {
  return (
    <>
      <PhotoField label={labels.before} {...before} />
      <PhotoField label={labels.after} {...after} />
    </>
  );
}

/** The same, read-only. */
export function RepairPhotoStrips({
  farmIndex,
  inspectionId,
}: Pick<RepairPhotosOptions, 'farmIndex' | 'inspectionId'>) {
  const seen = useQuery(photosQuery(farmIndex, inspectionId)).data;
  return photoRoles.map((role) => (
    <RepairPhotoStrip
      key={role}
      farmIndex={farmIndex}
      inspectionId={inspectionId}
      role={role}
      photos={(seen?.value ?? []).filter((one) => one.role === role)}
      seen={seen}
    />
  ));
}

type RepairPhotoStripProps = Pick<RepairPhotosOptions, 'farmIndex' | 'inspectionId'> & {
  role: (typeof photoRoles)[number];
  photos: readonly Photo[];
  seen: Dated | undefined;
};

function RepairPhotoStrip({ farmIndex, inspectionId, role, photos, seen }: RepairPhotoStripProps) {
  const pictures = usePicturesOf({ farmIndex, kind: 'inspection', id: inspectionId }, { photos, seen, role });
  if (pictures.length === 0) return null;
  return (
    <section aria-label={labels[role]} className="flex flex-col gap-2">
      <h2 className="font-bold">{labels[role]}</h2>
      <PhotoStrip label={labels[role]} pictures={pictures} />
    </section>
  );
}

const labels = { before: '손보기 전 사진', after: '손본 뒤 사진' } as const;

const photosQuery = (farmIndex: number, inspectionId: string) =>
  readQuery(listPhotos, { params: { farmIndex }, query: { ownerKind: 'inspection', ownerId: inspectionId } });
