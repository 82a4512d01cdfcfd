import type { BackupFailureReason, BackupState } from '#contract/disk/backup.ts';
import { formatDateTime } from '#src/lib/format-date.ts';
import { formatSize } from '#src/lib/format-size.ts';

const reasons: Record<BackupFailureReason, string> = {
  noRoom: '백업을 둘 곳에 남은 공간이 없습니다. 공간을 늘리거나 오래된 백업을 옮겨 주세요.',
  unreachable: '백업을 둘 곳에 쓸 수 없습니다. 디스크가 연결되어 있는지 봐 주세요.',
  damaged: '저장된 기록이 손상되었습니다. 마지막 백업을 따로 보관하고 서버를 맡은 분에게 알려 주세요.',
  busy: '다른 백업이 아직 끝나지 않았습니다.',
  usage: '백업 설정이 맞지 않습니다. 서버를 맡은 분에게 알려 주세요.',
  newer: '백업 설정이 맞지 않습니다. 서버를 맡은 분에게 알려 주세요.',
  failed: '이유는 서버의 기록에 있습니다. 서버를 맡은 분에게 알려 주세요.',
};

/** The state of the nightly backups, in sentences. */
export function BackupNote({ backup }: { backup: BackupState }) {
  if (backup === null) {
    return <p className="text-ink-soft">밤마다 하는 백업이 꺼져 있습니다. 서버를 맡은 분이 켤 수 있습니다.</p>;
  }
  const { lastAt, bytes, copies, isOverdue, isSameDisk, failure } = backup;
  return (
    <>
      <p className={`tabular ${isOverdue ? 'font-medium text-warn-ink' : ''}`}>
        {lastAt === null ? (
          '아직 백업이 없습니다.'
        ) : (
          <>
            마지막 백업 <time dateTime={new Date(lastAt).toISOString()}>{formatDateTime(lastAt)}</time>
            {bytes !== null && ` (${formatSize(bytes)})`} · {copies}개 보관
            {isOverdue && '. 그 뒤로 백업하지 못했습니다.'}
          </>
        )}
      </p>
      {failure && (
        <p className="font-medium text-warn-ink">
          {formatDateTime(failure.at)}의 백업이 실패했습니다. {reasons[failure.reason]}
        </p>
      )}
      {isSameDisk && (
        <p className="text-ink-soft">백업이 기록과 같은 디스크에 있어, 디스크가 고장 나면 함께 잃습니다.</p>
      )}
    </>
  );
}
