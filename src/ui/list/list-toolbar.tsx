import type { ReactNode } from 'react';
import { SearchField, type SearchFieldProps } from '../field/search-field.tsx';

type ListToolbarProps = {
  search: SearchFieldProps;
  /** Selects or chips that narrow the list. */
  filters?: ReactNode;
  /** Create, import, export; the primary one first. */
  actions?: ReactNode;
};

/** What stands above a list: searching, narrowing, and what can be done with it. */
export function ListToolbar({ search, filters, actions }: ListToolbarProps) {
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-64 md:max-w-md">
          <SearchField {...search} />
        </div>
        {actions !== undefined && (
          <div className="flex min-w-0 flex-wrap gap-2 *:whitespace-nowrap max-sm:w-full max-sm:*:flex-1 max-sm:*:px-3 md:ml-auto">
            {actions}
          </div>
        )}
      </div>
      {filters !== undefined && <div className="flex flex-wrap items-end gap-3">{filters}</div>}
    </div>
  );
}
