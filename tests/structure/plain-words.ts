import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Module, visitNodes } from './module-graph.ts';

/**
 * Technical terms, which a grower does not understand, and synonyms of terms that have one fixed name (생육 달력, 끊김).
 * Abbreviations that people know from elsewhere (CSV, HTTPS) are allowed.
 */
const developersWords =
  /\b(?:API|JSON|HTTP|MQTT|URL|SQL|DB|UTC|ID|null|undefined|localhost|timeout|error)\b|토큰|세션|캐시|페이로드|동기화|쿼리|엔드포인트|파라미터|매개변수|인덱스|스키마|프록시|브로커|게이트웨이|데이터베이스|디바이스|서비스 워커|오류 코드|에러|로딩|로드|렌더링|파싱|업데이트|업로드|다운로드|클릭|유효하지|예외|응답|요청|인증|지문|트랜잭션|레코드|리소스|인터페이스|프로토콜|펌웨어|디버그|재배력|생육달력|무응답/u;

/** Files with text for people who set up devices or the server, and the terms that they need. */
const engineersTexts: Record<string, RegExp> = {
  // For developers of devices, and for operators.
  'contract/wire/errors.ts': /JSON|localhost|API 키/g,
  'server/backup/operator-text.ts': /데이터베이스/g,
  'server/move/operator-text.ts': /데이터베이스/g,
  'src/features/device/connect-panel.tsx': /MQTT|브로커|지문/g,
  'src/features/device/device-fields.tsx': /MQTT/g,
  'src/features/device/installer-message.tsx': /MQTT|브로커/g,
  'src/features/device/key-section.tsx': /MQTT|브로커/g,
  // The other service's own name for its key.
  'src/features/farm/stations/ambient-fields.tsx': /API/g,
};

/** Texts for growers that are no modules. */
const dataFiles = ['index.html', 'public/manifest.webmanifest', 'server/growth-calendar/built-in.json'];

const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file) || file.startsWith('tests/');

/** Korean sentences of the app that contain a technical term. */
export function plainWordViolations({ file, parsed }: Module): string[] {
  if (isTest(file)) return [];
  const found: string[] = [];
  visitNodes(parsed.program, (node) => found.push(...violationsOfText(file, textOf(node))));
  return found;
}

/** The same for texts that are no modules, line by line. */
export function plainWordViolationsOfData(root: string): string[] {
  return dataFiles
    .filter((file) => existsSync(path.join(root, file)))
    .flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        .flatMap((line) => violationsOfText(file, line)),
    );
}

function violationsOfText(file: string, text: string): string[] {
  if (!/\p{Script=Hangul}/u.test(text)) return [];
  const word = text.replaceAll(engineersTexts[file] ?? /$^/g, '').match(developersWords)?.[0];
  return word === undefined ? [] : [`${file} says ${word} to a grower: ${text.trim()}`];
}

/** The text of a string, a template or JSX; '' for other nodes. */
function textOf(node: { type: string; [field: string]: unknown }): string {
  if ((node.type === 'Literal' || node.type === 'JSXText') && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return '';
  return node.quasis
    .map((quasi) => String(Reflect.get(Object(Reflect.get(Object(quasi), 'value')), 'cooked')))
    .join(' ');
}
