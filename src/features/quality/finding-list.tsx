import type { ChannelQuality } from '#contract/quality/quality.ts';
import { qualityRuleWords } from '#contract/quality/quality-text.ts';
import { Button } from '#src/ui/button/button.tsx';
import { FormSection } from '#src/ui/field/form-section.tsx';
import type { Wanted } from './exclude-dialog.tsx';
import { channelWords, spanWords } from './quality-words.tsx';

type FindingListProps = {
  channels: readonly ChannelQuality[];
  /** Undefined if nothing can be excluded. */
  onExclude: ((wanted: Wanted) => void) | undefined;
};

/** The findings of the last two days, newest first, each with a button to exclude it. Nothing without findings. */
export function FindingList({ channels, onExclude }: FindingListProps) {
  const found = channels
    .flatMap((channel) => channel.findings.map((finding) => ({ channel, ...finding })))
    .sort((a, b) => b.from - a.from);
  if (found.length === 0) return null;
  return (
    <FormSection title="지난 이틀 동안 찾은 것" lead="값을 보고 맞는지 정해 주세요. 저절로 빠지지는 않습니다.">
      <ul aria-label="찾은 것" className="-my-3 flex flex-col">
        {found.map(({ channel, rule, from, to }) => (
          <li
            key={`${channel.index} ${rule} ${from}`}
            className="flex flex-wrap items-center gap-x-3 border-b border-line py-3 last:border-b-0"
          >
            <div className="min-w-0 flex-1 basis-56">
              <p className="font-semibold">{channelWords(channel)}</p>
              <p>{qualityRuleWords[rule]}</p>
              <p className="tabular text-ink-soft">{spanWords(from, to)}</p>
            </div>
            {onExclude && (
              <Button
                variant="quiet"
                onClick={() => onExclude({ channelIndex: channel.index, channelName: channelWords(channel), from, to })}
                aria-label={`${channelWords(channel)} ${spanWords(from, to)} 값 제외`}
              >
                값 제외
              </Button>
            )}
          </li>
        ))}
      </ul>
    </FormSection>
  );
}
