import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

describe('docs/decisions', () => {
  it('are a dated page each, under a number of its own', () => {
    const folder = path.join(root, 'docs/decisions');
    const pages = readdirSync(folder).filter((file) => file !== 'README.md');
    expect(new Set(pages.map((file) => file.slice(0, 3))).size).toBe(pages.length);
    for (const page of pages) {
      const lines = readFileSync(path.join(folder, page), 'utf8').split('\n');
      expect(lines.slice(0, 6).join(), page).toMatch(/20\d\d-\d\d-\d\d/);
      expect(lines.length, page).toBeLessThanOrEqual(60);
    }
  });
});

describe('a table of what was tried', () => {
  it.each(['docs/security.md', 'docs/control-safety.md'])('in %s names tests that exist', (told) => {
    const text = (readFileSync(path.join(root, told), 'utf8').split('\n## Lived')[0] ?? '').trimEnd();
    const named = [...text.matchAll(/\| `((?:server|src|tests|contract)\/[\w./-]+)`: (.+) \|$/gm)].map(
      ([, file, title]) => [file, title],
    );
    const rows = text.split('\n').filter((line) => line.startsWith('| ')).length;
    // All rows except the header.
    expect(named).toHaveLength(rows - 1);
    const holds = (file = '', title = '') =>
      existsSync(path.join(root, file)) && readFileSync(path.join(root, file), 'utf8').includes(title);
    expect(named.filter(([file, title]) => !holds(file, title))).toEqual([]);
  });
});

/** The folders in a drawn tree, as paths from the root. */
function foldersDrawn(text: string): string[] {
  const tree = /```\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  let room = '';
  return tree.split('\n').flatMap((line) => {
    const named = /^(\s*)((?:[\w.-]+\/ ?)+)/.exec(line);
    if (!named) return [];
    const folders = (named[2] ?? '').trim().split(/\s+/);
    if (named[1] === '') {
      room = folders[0] ?? '';
      return folders;
    }
    return folders.map((folder) => room + folder);
  });
}

describe('ARCHITECTURE.md', () => {
  const text = existsSync(path.join(root, 'ARCHITECTURE.md'))
    ? readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')
    : '';

  it('names files that exist, and stays short', () => {
    const named = [...text.matchAll(/`((?:contract|server|src|sw|tests|scripts)\/[\w./$-]+\.(?:tsx?|mjs))`/g)].map(
      ([, file]) => file ?? '',
    );
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
    expect(text.split('\n').length).toBeLessThanOrEqual(120);
  });

  const missingOf = (drawn: readonly string[]) => drawn.filter((folder) => !existsSync(path.join(root, folder)));

  it('draws a tree of folders that exist', () => {
    const drawn = foldersDrawn(text);
    expect(drawn.length).toBeGreaterThan(20);
    expect(missingOf(drawn)).toEqual([]);
  });

  it('and a drawn folder that does not exist is seen', () => {
    expect(missingOf(foldersDrawn('```\nserver/   owns the data\n  farm/ barn/  nouns\n```'))).toEqual([
      'server/barn/',
    ]);
  });
});
