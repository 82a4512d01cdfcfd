import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { type ReactNode, useId, useState } from 'react';
import { TABLET, useMedia } from '#src/lib/use-media.ts';
import { Button } from '../button/button.tsx';
import { SearchField, type SearchFieldProps } from '../field/search-field.tsx';

export type ListFilters = {
  /** Selects or chips that filter the list. */
  fields: ReactNode;
  /** How many filters are active. */
  count: number;
};

type ListToolbarProps = {
  /** Undefined if the list is too short to be searched. */
  search: SearchFieldProps | undefined;
  filters: ListFilters | undefined;
  /** Import and export, if there is room beside the search. */
  actions: ReactNode;
};

/** The row above a list with search and filters; on a phone the filters are collapsed behind a button. */
export function ListToolbar({ search, filters, actions }: ListToolbarProps) {
  const id = useId();
  const isWide = useMedia(TABLET);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {search && (
          <div className="min-w-0 flex-1 basis-40 md:max-w-md">
            <SearchField {...search} />
          </div>
        )}
        {filters && !isWide && (
          <Button
            onClick={() => setIsOpen(!isOpen)}
            aria-expanded={isOpen}
            aria-controls={id}
            icon={<SlidersHorizontal aria-hidden className="size-5" />}
            className="px-4 whitespace-nowrap"
          >
            조건
            {filters.count > 0 && (
              <span className="rounded-full bg-leaf-tint px-2 text-age text-leaf-strong">
                {filters.count}
                <span className="sr-only">개 고름</span>
              </span>
            )}
          </Button>
        )}
        {isWide && <div className="flex min-w-0 flex-wrap gap-2 *:whitespace-nowrap md:ml-auto">{actions}</div>}
      </div>
      {filters && (
        <div id={id} hidden={!isWide && !isOpen} className="flex flex-wrap items-end gap-3">
          {filters.fields}
        </div>
      )}
    </div>
  );
}
