import Trash2 from 'lucide-react/icons/trash-2';
import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { FormSection } from './form-section.tsx';

type DeleteSectionProps = {
  /** What is deleted: heading of the section and text of its button. */
  title: string;
  /** What is deleted with it, and how to restore it. */
  lead?: ReactNode;
  isDisabled?: boolean;
  /** Called on press; must ask for confirmation. */
  onDelete: () => void;
};

/** The delete section at the end of a page. */
export function DeleteSection({ title, lead, isDisabled, onDelete }: DeleteSectionProps) {
  return (
    <FormSection title={title} lead={lead}>
      <Button
        variant="danger"
        onClick={onDelete}
        disabled={isDisabled}
        icon={<Trash2 aria-hidden className="size-5" />}
        className="self-start"
      >
        {title}
      </Button>
    </FormSection>
  );
}
