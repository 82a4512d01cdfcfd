import ExternalLink from 'lucide-react/icons/external-link';
import { linkParts } from '#src/lib/link-parts.ts';

/** A plain text with line breaks; markup is shown as text, and links show their host. */
export function PostText({ text }: { text: string }) {
  return (
    <p className="max-w-prose whitespace-pre-wrap">
      {linkParts(text).map((part, at) =>
        'href' in part ? (
          <a
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change their order
            key={at}
            href={part.href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="font-medium break-all text-leaf underline decoration-1 underline-offset-4 hover:decoration-2"
          >
            {part.text}
            <ExternalLink aria-label="새 창" className="ml-1 inline size-4" />
            {!part.text.includes(part.host) && <span className="ml-1 text-ink-soft">({part.host})</span>}
          </a>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
