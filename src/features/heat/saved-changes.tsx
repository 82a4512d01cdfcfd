import ArrowRight from 'lucide-react/icons/arrow-right';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect, useRef } from 'react';
import type { HeatChange } from './heat-words.tsx';

type SavedChangesProps = {
  message: string;
  changes: readonly HeatChange[];
  /** Whether a heater follows the settings. */
  isObeyed: boolean;
};

/** Confirms a save and lists what has changed. */
export function SavedChanges({ message, changes, isObeyed }: SavedChangesProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: 'start' });
  }, []);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby="heat-saved"
      className="fade-in flex scroll-mt-6 flex-col gap-2 rounded-card bg-leaf-tint p-4 text-leaf-strong"
    >
      <h2 id="heat-saved" className="flex gap-2 text-lg font-bold">
        <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0" />
        {message}
      </h2>
      {changes.length === 0 && <p className="pl-8">바뀐 내용은 없습니다.</p>}
      <ul className="flex flex-col gap-1 pl-8">
        {changes.map(({ label, before, after }) => (
          <li key={label} className="flex flex-wrap items-center gap-x-2">
            <span>{label}</span>
            <span className="tabular">{before}</span>
            <ArrowRight aria-label="에서" className="size-4 shrink-0" />
            <strong className="tabular">{after}</strong>
          </li>
        ))}
      </ul>
      {isObeyed && changes.length > 0 && <p className="pl-8">1분 안에 난방기가 새 설정을 따릅니다.</p>}
    </section>
  );
}
