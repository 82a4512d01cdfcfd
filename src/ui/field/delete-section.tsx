import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { FormSection } from './form-section.tsx';

type DeleteSectionProps = {
  /** Says what is deleted, over the section and on its button. */
  title: string;
  /** What goes with it, and how it comes back. */
  lead?: ReactNode;
  /** Asks before it deletes. */
  onDelete: () => void;
};

/** The way to delete the thing of a page, below what is written down about it. */
export function DeleteSection({ title, lead, onDelete }: DeleteSectionProps) {
  return (
    <FormSection title={title} lead={lead}>
      <Button
        variant="danger"
        onClick={onDelete}
        icon={<Trash2 aria-hidden className="size-5" />}
        className="self-start"
      >
        {title}
      </Button>
    </FormSection>
  );
}
