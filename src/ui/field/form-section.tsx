import { type ReactNode, useId } from 'react';
import { Card } from '../card.tsx';

type FormSectionProps = {
  title?: string;
  /** The purpose of these fields. */
  lead?: ReactNode;
  children: ReactNode;
};

/** Related fields on a card, 24 px apart, as a group for screen readers. */
export function FormSection({ title, lead, children }: FormSectionProps) {
  const id = useId();
  return (
    <Card {...(title !== undefined && { role: 'group', 'aria-labelledby': id })} className="flex flex-col gap-6">
      {title !== undefined && (
        <div className="flex flex-col gap-1">
          <h2 id={id} className="text-lg font-bold">
            {title}
          </h2>
          {lead !== undefined && <p className="text-ink-soft">{lead}</p>}
        </div>
      )}
      {children}
    </Card>
  );
}
