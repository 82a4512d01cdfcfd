import { Link } from '@tanstack/react-router';
import OctagonX from 'lucide-react/icons/octagon-x';
import type { Quality } from '#contract/quality/quality.ts';
import { formatAge } from '#src/lib/format-date.ts';

const linkClass = 'font-bold underline decoration-1 underline-offset-4 hover:decoration-2';

type ControlRowsProps = Pick<Quality, 'control'> & { farmIndex: number; now: number };

/** Problems of equipment and rules that need action, each with a link. */
export function ControlRows({ control, farmIndex, now }: ControlRowsProps) {
  if (control.length === 0) return null;
  return (
    <ul aria-label="제어" className="flex flex-col gap-3">
      {control.map(({ text, since, rule }) => (
        <li key={text} className="flex gap-3">
          <OctagonX aria-hidden className="mt-0.5 size-5 shrink-0 text-warn-line" />
          <p>
            {rule ? (
              <Link to="/cms/control/{$family}-edit/$id" params={rule} className={linkClass}>
                {text}
              </Link>
            ) : (
              <Link to="/cms/control/operate" search={{ farm: farmIndex }} className={linkClass}>
                {text}
              </Link>
            )}
            {since !== null && <span className="block text-age text-ink-soft">{formatAge(now - since)}</span>}
          </p>
        </li>
      ))}
    </ul>
  );
}
