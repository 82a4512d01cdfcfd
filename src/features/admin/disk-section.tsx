import { useQuery } from '@tanstack/react-query';
import { adminDisk, type DiskState } from '#contract/disk/disk.ts';
import { DAY_MS, startOfSeoulDate } from '#contract/time/time.ts';
import { useAgesTo } from '#src/api/call/server-clock.ts';
import { readQuery } from '#src/api/read/query.ts';
import { formatDateTime, formatMonth } from '#src/lib/format-date.ts';
import { formatSize } from '#src/lib/format-size.ts';
import { Card } from '#src/ui/card.tsx';
import { DataAgeNote } from '#src/ui/feedback/data-age-note.tsx';
import { BackupNote } from './backup-note.tsx';

/** Warning time before the disk is full, days: enough to buy a disk or free space. */
const SOON_DAYS = 60;

/** The usage of the server's disk. Renders nothing if the request fails. */
export function DiskSection() {
  const now = useAgesTo();
  const { data } = useQuery(readQuery(adminDisk, {}));
  if (!data) return null;
  return (
    <Card aria-labelledby="disk-title" padding="md" className="flex flex-col gap-1">
      <h2 id="disk-title" className="text-lg font-bold">
        서버의 저장 공간
      </h2>
      <p className="tabular">
        <Used disk={data.value} />
        남은 공간 <strong>{formatSize(data.value.freeBytes)}</strong>
      </p>
      <FillSentence disk={data.value} now={now} />
      <BackupNote backup={data.value.backup} />
      <DataAgeNote seen={data} now={now} />
    </Card>
  );
}

/** The space that records use, and when it was measured. */
function Used({ disk: { usedBytes, measuredAt } }: { disk: DiskState }) {
  if (usedBytes === null || measuredAt === null) return null;
  return (
    <>
      기록 <strong>{formatSize(usedBytes)}</strong> (
      <time dateTime={new Date(measuredAt).toISOString()}>{formatDateTime(measuredAt)}</time>에 잼) ·{' '}
    </>
  );
}

/** When the disk will be full, in a sentence. */
export function FillSentence({
  disk: { bytesPerDay, fullOn },
  now,
}: {
  disk: Pick<DiskState, 'bytesPerDay' | 'fullOn'>;
  now: number;
}) {
  if (bytesPerDay === null) return <p className="text-ink-soft">일주일 동안 재면 언제 찰지 알려 드립니다.</p>;
  if (fullOn === null) return <p className="text-ink-soft">지금처럼 쌓이면 10년 안에는 차지 않습니다.</p>;
  const isSoon = startOfSeoulDate(fullOn) - now < SOON_DAYS * DAY_MS;
  return (
    <p className={isSoon ? 'font-medium text-warn-ink' : 'text-ink-soft'}>
      하루 {formatSize(bytesPerDay)}씩 쌓입니다. 이대로면 {formatMonth(fullOn.slice(0, 7))}에 찹니다.
      {isSoon && ' 디스크를 늘리거나, 기록을 두는 기간을 줄여 주세요.'}
    </p>
  );
}
