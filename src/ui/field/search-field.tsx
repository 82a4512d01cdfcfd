import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { isLeaving } from '#src/lib/navigation.ts';
import { createUrlEchoFilter } from '#src/lib/url-echo-filter.ts';
import { IconButton } from '../button/icon-button.tsx';
import { inputClass } from './field-frame.tsx';

export type SearchFieldProps = {
  /** What is searched: '농장 이름, 주소'. Placeholder and accessible name. */
  label: string;
  /** The current search text in the URL. */
  value: string;
  /** Called with trimmed text after a pause in typing; at once on Enter and when cleared. */
  onSearch: (text: string) => void;
};

/** Debounce time, ms. */
const PAUSE_MS = 300;

/** A search field. A late update of the URL never overwrites what the user types. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [echoes] = useState(createUrlEchoFilter);
  const timer = useRef<number>(undefined);
  const asked = useRef(value);

  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    const isOurs = echoes.isEcho(value);
    if (isOurs || value === asked.current) return;
    // The URL changed by other means: back, a link, a reset.
    window.clearTimeout(timer.current);
    asked.current = value;
    setText(value);
  }, [value, echoes]);

  function ask(next: string) {
    window.clearTimeout(timer.current);
    const wanted = next.trim();
    if (wanted === asked.current) return;
    asked.current = wanted;
    echoes.send(wanted);
    onSearch(wanted);
  }
  function handleType(next: string) {
    setText(next);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      // To search now would take the user back from the page that a tap is opening.
      if (!isLeaving.get()) ask(next);
    }, PAUSE_MS);
  }
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    ask(text);
  }
  return (
    <search className="block min-w-0">
      <form onSubmit={handleSubmit} className="relative">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 left-3.5 z-1 my-auto size-5 text-ink-soft"
        />
        <input
          ref={input}
          id={id}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          placeholder={label}
          value={text}
          onChange={(event) => handleType(event.target.value)}
          className={`${inputClass} pr-12 pl-11 [&::-webkit-search-cancel-button]:appearance-none`}
        />
        {text !== '' && <ClearButton input={input} onClear={() => [setText(''), ask('')]} />}
      </form>
    </search>
  );
}

type ClearButtonProps = { input: RefObject<HTMLInputElement | null>; onClear: () => void };

function ClearButton({ input, onClear }: ClearButtonProps) {
  return (
    <IconButton
      label="찾는 말 지우기"
      onClick={() => {
        onClear();
        input.current?.focus();
      }}
      className="absolute inset-y-0 right-0"
    >
      <X aria-hidden className="size-5" />
    </IconButton>
  );
}
