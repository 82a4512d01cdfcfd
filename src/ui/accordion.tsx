import { Disclosure, DisclosureButton, DisclosurePanel } from '@headlessui/react';
import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';

type AccordionProps = {
  items: readonly {
    id: string | number;
    label: string;
    icon?: ReactNode;
    content: ReactNode;
    isInitiallyOpen?: boolean;
  }[];
};

/** Sections that expand independently. Loads Headless UI. */
export function Accordion({ items }: AccordionProps) {
  return (
    <div className="flex flex-col gap-1">
      {items.map(({ id, label, icon, content, isInitiallyOpen }) => (
        <Disclosure key={id} as="div" defaultOpen={isInitiallyOpen ?? false}>
          <DisclosureButton className="group flex min-h-touch w-full items-center gap-3 rounded-card px-3 text-left font-semibold hover:bg-sunken">
            {icon}
            <span className="flex-1">{label}</span>
            <ChevronDown aria-hidden className="size-5 text-ink-soft transition-transform group-data-open:rotate-180" />
          </DisclosureButton>
          <DisclosurePanel>{content}</DisclosurePanel>
        </Disclosure>
      ))}
    </div>
  );
}
