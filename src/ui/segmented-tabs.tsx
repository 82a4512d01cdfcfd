import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { classNames } from '#src/lib/class-names.ts';

type SegmentedTabsProps<Value extends string> = {
  label: string;
  tabs: readonly { value: Value; label: string; icon?: ReactNode }[];
  value: Value;
  onChange: (value: Value) => void;
  /** Id of the `role="tabpanel"` element that the tabs switch. */
  panelId: string;
};

/** Tabs for two to four views of one thing. Arrow keys, Home and End move and choose at once. */
export function SegmentedTabs<Value extends string>(props: SegmentedTabsProps<Value>) {
  const { label, tabs, value, onChange, panelId } = props;
  const list = useRef<HTMLDivElement>(null);
  const at = tabs.findIndex((tab) => tab.value === value);

  function handleKeyDown(event: KeyboardEvent) {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const index = (to + tabs.length) % tabs.length;
    const next = tabs[index];
    if (!next) return;
    onChange(next.value);
    list.current?.querySelectorAll('button')[index]?.focus();
  }

  return (
    <div ref={list} role="tablist" aria-label={label} className="flex flex-wrap gap-1 rounded-card bg-sunken p-1">
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          aria-selected={tab.value === value}
          aria-controls={panelId}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
          onKeyDown={handleKeyDown}
          className={classNames(
            'inline-flex min-h-touch flex-1 items-center justify-center gap-2 rounded-lg px-4 whitespace-nowrap transition-colors',
            tab.value === value
              ? 'bg-raised font-semibold text-ink shadow-card inset-ring inset-ring-line-strong'
              : 'text-ink-soft hover:text-ink',
          )}
        >
          {tab.icon}
          {tab.label}
        </button>
      ))}
    </div>
  );
}
