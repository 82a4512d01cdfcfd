import { useId, useRef } from 'react';
import { selectAll } from '#src/lib/copy-text.ts';
import { CopyButton } from './button/copy-button.tsx';

type CodeBlockProps = {
  /** Heading: 'curl로 보내기'. */
  label: string;
  code: string;
};

/** Code to copy into a terminal or a settings file: scrolls horizontally, without line wrapping. */
export function CodeBlock({ label, code }: CodeBlockProps) {
  const id = useId();
  const block = useRef<HTMLElement>(null);
  return (
    <div className="min-w-0 overflow-hidden rounded-card bg-sunken inset-ring inset-ring-line">
      <div className="flex items-center justify-between gap-x-3 border-b border-line py-1 pr-1 pl-4">
        <h2 id={id} className="min-w-0 py-2 font-semibold">
          {label}
        </h2>
        <CopyButton variant="quiet" text={code} onFail={() => selectAll(block.current)} />
      </div>
      <section
        aria-labelledby={id}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways, which the keyboard must reach
        tabIndex={0}
        className="overflow-x-auto focus-visible:-outline-offset-3"
      >
        <pre className="w-max min-w-full p-4">
          <code ref={block} translate="no" className="font-mono text-age">
            {code}
          </code>
        </pre>
      </section>
    </div>
  );
}
