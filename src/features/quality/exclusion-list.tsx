import { type Exclusion, liftExclusion } from '#contract/quality/quality.ts';
import { qualityProblems } from '#contract/quality/quality-text.ts';
import { confirmed, useSave } from '#src/api/write/use-save.ts';
import { formatDateTime, formatInstant } from '#src/lib/format-date.ts';
import { Button } from '#src/ui/button/button.tsx';
import { ExportButton, type ExportFile } from '#src/ui/csv/export-button.tsx';
import { useConfirm } from '#src/ui/dialog/use-confirm.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import { channelWords, spanWords } from './quality-words.tsx';

type ExclusionListProps = {
  exclusions: readonly Exclusion[];
  /** The first instant with complete raw readings, epoch ms: earlier exclusions cannot be undone. */
  keptSince: number;
  mayWrite: boolean;
};

/** The exclusions with author and reason, and a button to undo each. */
export function ExclusionList({ exclusions, keptSince, mayWrite }: ExclusionListProps) {
  const { attempt } = useSave(liftExclusion);
  const { ask, dialog } = useConfirm();
  function askLift(one: Exclusion) {
    ask({
      title: '제외를 되돌릴까요?',
      text: (
        <p>
          {nameOf(one)}에서 뺀 값({spanWords(Math.max(one.from, keptSince), one.to)})을 다시 평균, 그래프, 통계에
          넣습니다.
          {one.from < keptSince && ' 그 앞의 원본 값은 보관 기간이 지나 되돌릴 수 없습니다.'}
        </p>
      ),
      confirmLabel: '되돌리기',
      onConfirm: async () => confirmed(await attempt({ params: { id: one.id } })),
    });
  }
  return (
    <FormSection title="제외한 값" lead="받은 값은 보관 기간 동안 그대로 있고, 되돌리면 제외하기 전과 똑같아집니다.">
      {exclusions.length === 0 ? (
        <p className="text-ink-soft">제외한 값이 없습니다.</p>
      ) : (
        <>
          <ul aria-label="제외한 값" className="-my-3 flex flex-col">
            {exclusions.map((one) => (
              <li
                key={one.id}
                className="flex flex-wrap items-center gap-x-3 border-b border-line py-3 last:border-b-0"
              >
                <Told exclusion={one} />
                {mayWrite && one.isLiftable && (
                  <Button
                    variant="quiet"
                    onClick={() => askLift(one)}
                    aria-label={`${nameOf(one)} ${spanWords(one.from, one.to)} 되돌리기`}
                  >
                    되돌리기
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <div>
            <ExportButton file={exportFile} load={async () => exclusions} />
          </div>
        </>
      )}
      {dialog}
    </FormSection>
  );
}

const nameOf = ({ areaName, channelName }: Exclusion) => channelWords({ areaName, name: channelName });
const personWords = (by: string | null) => (by === null ? '' : `${by} 님이 `);

const exportFile: ExportFile<Exclusion> = {
  name: '제외한 값',
  columns: [
    ['센서', nameOf],
    ['처음', ({ from }) => formatInstant(from)],
    ['끝', ({ to }) => (to === null ? '계속' : formatInstant(to))],
    ['이유', ({ reason }) => reason],
    ['제외한 사람', ({ by }) => by],
    ['제외한 때', ({ notedAt }) => formatInstant(notedAt)],
    ['되돌린 사람', ({ lifted }) => lifted?.by],
    ['되돌린 때', ({ lifted }) => formatInstant(lifted?.at)],
  ],
};

function Told({ exclusion }: { exclusion: Exclusion }) {
  const { from, to, reason, by, notedAt, lifted, isLiftable } = exclusion;
  return (
    <div className="min-w-0 flex-1 basis-56">
      <p className="font-semibold">{nameOf(exclusion)}</p>
      <p className={lifted ? 'tabular text-ink-soft line-through' : 'tabular'}>{spanWords(from, to)}</p>
      <p className="wrap-anywhere">{reason}</p>
      <p className="text-age text-ink-soft">
        {personWords(by)}
        {formatDateTime(notedAt)}에 제외
        {lifted && (
          <>
            , {personWords(lifted.by)}
            {formatDateTime(lifted.at)}에 되돌림
          </>
        )}
      </p>
      {!lifted && !isLiftable && <p className="text-age text-ink-soft">{qualityProblems.gone}</p>}
    </div>
  );
}
