import * as z from 'zod/mini';
import { builtInMenu, type MenuPage } from '../menu/data-menu.ts';
import { MANAGED_PAGE, type ManagedVerb, managedVerbWords, otherAuditWords } from './audit-text.ts';

/** A noun with a managed list in the menu: `/cms/farm/crop-manage` gives `crop`. */
type ManagedNoun<Listed = MenuPage> = Listed extends `/cms/${string}/${infer Noun}-manage` ? Noun : never;

/** An audited action as `noun.verb`. Each managed list adds create, update and delete of its noun. */
export type AuditAction = keyof typeof otherAuditWords | `${ManagedNoun}.${ManagedVerb}`;

const managed = builtInMenu
  .flatMap(({ items }) => [...items])
  .flatMap(({ url, name }) => {
    const noun = /\/([\w-]+)-manage$/.exec(url)?.[1];
    if (noun === undefined) return [];
    const word = name.replace(MANAGED_PAGE, '');
    return Object.entries(managedVerbWords).map(([verb, done]) => [`${noun}.${verb}`, `${word} ${done}`] as const);
  });

const words: ReadonlyMap<string, string> = new Map([...managed, ...Object.entries(otherAuditWords)]);

const nouns = [...new Set([...words.keys()].map(nounOf))];

/** All actions, grouped by noun. */
export const auditActions: readonly AuditAction[] = nouns
  .flatMap((noun) => [...words.keys()].filter((action) => nounOf(action) === noun))
  .filter(isAuditAction);
export const auditAction = z.enum(auditActions);

function nounOf(action: string): string {
  return action.replace(/\..*/, '');
}

function isAuditAction(action: string): action is AuditAction {
  return words.has(action);
}

/** The Korean words of an action in the audit log. */
export function auditWord(action: AuditAction): string {
  return words.get(action) ?? action;
}
