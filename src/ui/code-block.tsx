import { useId, useRef } from 'react';
import { selectAll } from '#src/lib/select-all.ts';
import { CopyButton } from './copy-button.tsx';

export type CodeBlockProps = {
  /** What it is: 'curl로 보내기'. */
  label: string;
  code: string;
};

/** Something to copy into a terminal or a settings file: scrolls sideways, lines stay lines. */
export function CodeBlock({ label, code }: CodeBlockProps) {
  const id = useId();
  const block = useRef<HTMLElement>(null);
  return (
    <section aria-labelledby={id} className="min-w-0 overflow-hidden rounded-card bg-sunken inset-ring inset-ring-line">
      <div className="flex flex-wrap items-center justify-between gap-x-3 border-b border-line py-1 pr-1 pl-4">
        <h3 id={id} className="py-2 font-semibold">
          {label}
        </h3>
        <CopyButton variant="quiet" text={code} onFail={() => selectAll(block.current)} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, which the keyboard must reach */}
      <pre
        tabIndex={0}
        aria-labelledby={id}
        className="overflow-x-auto p-4 whitespace-pre focus-visible:-outline-offset-3"
      >
        <code ref={block} className="font-mono text-age">
          {code}
        </code>
      </pre>
    </section>
  );
}
