import * as z from 'zod/mini';
import { parseInstant } from '../time/parse-instant.ts';
import { isSeoulDate, MINUTE_MS } from '../time/time.ts';
import { endpoint, indexParam, laneOf } from '../wire/endpoint.ts';
import { instantText } from '../wire/instant.ts';
import { listQuery, pageOf } from '../wire/list.ts';
import { observationSorts } from '../wire/sorts.ts';
import { trimmedText } from '../wire/trimmed-text.ts';
import { uuid } from '../wire/uuid.ts';
import { doneOf, editOf, type Given } from '../wire/write.ts';
import { figureWords, growingProblems, observationNoun, treeWords } from './growing-text.ts';
import { judgeFigure, pests, type QuantityName, quantities, quantityNames } from './quantities.ts';

/** A figure, null when not measured; an impossible one is refused with the possible range. */
function figure(name: QuantityName) {
  const problem = growingProblems.impossible(name, quantities[name].possible);
  return z.nullable(
    z.number().check(z.refine((value) => judgeFigure(name, value) !== 'impossible', { error: problem })),
  );
}

/** Figures and findings of an observation. */
const figures = z.object({
  /** Length of this year's shoots, cm. */
  shootCm: figure('shootCm'),
  /** Transverse diameter, mm. */
  fruitMm: figure('fruitMm'),
  /** Soluble solids of the juice, °Bx. */
  brix: figure('brix'),
  /** Titratable acid of the juice as citric acid, %. */
  acidityPct: figure('acidityPct'),
  /** Greenness by a SPAD-502 or a compatible meter. */
  leafSpad: figure('leafSpad'),
  /** Greenness by eye: 1 yellow, 5 dark green. */
  leafColour: z.nullable(
    z.number().check(
      z.refine((step) => Number.isInteger(step) && judgeFigure('leafColour', step) !== 'impossible', {
        error: growingProblems.wholeStep,
      }),
    ),
  ),
});
export type Figures = z.infer<typeof figures>;

const observationShape = z.extend(figures, {
  farmIndex: z.number(),
  /** UUID of a crop of the farm. */
  cropId: uuid,
  /** House or field; a crop may stand in several. */
  house: trimmedText(40),
  /** The tree's number, or the name of a plot. */
  tree: trimmedText(20),
  /** The growth stage as the calendar names it; '': the server takes it from the crop's calendar. */
  season: trimmedText(40),
  observedAt: instantText,
  pests: z.array(z.enum(pests)).check(z.maxLength(pests.length)),
  otherPest: trimmedText(40),
  note: trimmedText(500),
  /** Quantities with an unusual figure that the grower has confirmed. */
  confirmed: z.array(z.enum(quantityNames)).check(z.maxLength(quantityNames.length)),
});
export type ObservationFields = z.infer<typeof observationShape>;

type Said = Pick<ObservationFields, 'tree' | 'pests' | 'otherPest' | 'note' | 'confirmed'> & Figures;

/** Problems of the whole observation, by field, including unusual figures that are not confirmed. */
function problemsIn(fields: Said): { field: keyof Said; message: string }[] {
  const unusual = quantityNames
    .filter((name) => judgeFigure(name, fields[name]) === 'unusual' && !fields.confirmed.includes(name))
    .map((name) => ({ field: name, message: growingProblems.unusual(name, quantities[name].plausible) }));
  const saysNothing =
    quantityNames.every((name) => fields[name] === null) &&
    fields.pests.length === 0 &&
    fields.otherPest === '' &&
    fields.note === '';
  const isContradiction = fields.pests.includes('none') && (fields.pests.length > 1 || fields.otherPest !== '');
  return [
    ...(/^0+$/.test(fields.tree) ? [{ field: 'tree' as const, message: growingProblems.noSuchTree }] : []),
    ...unusual,
    ...(saysNothing ? [{ field: 'note' as const, message: growingProblems.nothing }] : []),
    ...(isContradiction ? [{ field: 'pests' as const, message: growingProblems.noneAndSome }] : []),
  ];
}

/**
 * Fields besides the figures that the checks of the whole observation need. An unparsable figure counts as not
 * measured.
 */
const READ_AS_WHOLE: ReadonlySet<unknown> = new Set<keyof Said>(['tree', 'pests', 'otherPest', 'note', 'confirmed']);

/** Runs even if single fields have problems, so that all are reported at once. */
const makesSense = z.check<Said>(
  ({ value, issues }) => {
    for (const { field, message } of problemsIn(value)) {
      issues.push({ code: 'custom', path: [field], message, input: value });
    }
  },
  { when: ({ issues }) => issues.every(({ path = [] }) => path.length > 0 && !READ_AS_WHOLE.has(path[0])) },
);

/** An observation may be this far ahead of the server's clock, since device clocks differ, ms. */
const CLOCK_SLACK_MS = 5 * MINUTE_MS;

/** What is wrong with the time of an observation at `now`, epoch ms; undefined when it is possible. */
export function timeProblem(observedAt: string, now: number): string | undefined {
  const at = parseInstant(observedAt);
  if (at > now + CLOCK_SLACK_MS) return growingProblems.ahead;
  return at < Date.UTC(2000, 0, 1) ? growingProblems.tooOld : undefined;
}

/** At least one finding, and no unconfirmed unusual figure. */
export const sensibleObservation = observationShape.check(makesSense);

/** Schema of the form at `now` (epoch ms): a sensible observation with a possible time. */
export function observationAt(now: () => number) {
  const observedAt = instantText.check(
    z.check(({ value, issues }) => {
      const message = timeProblem(value, now());
      if (message) issues.push({ code: 'custom', message, input: value });
    }),
  );
  return z.extend(observationShape, { observedAt }).check(makesSense);
}

const observation = z.extend(observationShape, {
  /** UUID, given by the device that recorded it. */
  id: z.string(),
  farmName: z.string(),
  itemsName: z.string(),
  /** Present name of the person who recorded it; null when the user is gone. */
  by: z.nullable(z.string()),
});
export type Observation = z.infer<typeof observation>;

/** The tree and its figures, for the list of unsent writes. */
const observationWords = ({ house, tree, ...fields }: Given<ObservationFields>) => [
  house,
  tree && treeWords(tree),
  ...quantityNames.map((name) => figureWords(name, fields[name])),
  fields.note,
];

const observationId = z.object({ id: uuid });

export const createObservation = endpoint({
  method: 'POST',
  path: '/api/growing',
  who: 'farm:write',
  farm: { from: 'body', name: 'farmIndex' },
  page: '/cms/growth/growing-create',
  body: z
    .extend(observationShape, {
      /** Given by a device that created it offline; otherwise the server makes one. */
      id: z.optional(uuid),
      house: z._default(observationShape.shape.house, ''),
      season: z._default(observationShape.shape.season, ''),
      shootCm: z._default(figures.shape.shootCm, null),
      fruitMm: z._default(figures.shape.fruitMm, null),
      brix: z._default(figures.shape.brix, null),
      acidityPct: z._default(figures.shape.acidityPct, null),
      leafSpad: z._default(figures.shape.leafSpad, null),
      leafColour: z._default(figures.shape.leafColour, null),
      pests: z._default(observationShape.shape.pests, []),
      otherPest: z._default(observationShape.shape.otherPest, ''),
      note: z._default(observationShape.shape.note, ''),
      confirmed: z._default(observationShape.shape.confirmed, []),
    })
    .check(makesSense),
  answer: doneOf(observation),
  status: 201,
  errors: ['ALREADY_EXISTS'],
  offline: 'outbox',
  outbox: {
    noun: observationNoun,
    summary: ({ body }) => observationWords(body),
    lane: ({ body }) => body.id && laneOf('observation', body.id),
    after: ({ body }) => [laneOf('crop', body.cropId)],
  },
  about:
    'Creates an observation of a tree under an id of the caller. A repeat with the same content gets the same answer.',
});

export const getObservation = endpoint({
  method: 'GET',
  path: '/api/growing/{id}',
  who: 'farm:read',
  farm: { from: 'params', name: 'id', via: 'observation' },
  page: '/cms/growth/growing-edit',
  params: observationId,
  answer: observation,
  offline: 'reference',
  about: 'Returns an observation.',
});

export const updateObservation = endpoint({
  method: 'PUT',
  path: '/api/growing/{id}',
  who: 'farm:write',
  farm: { from: 'params', name: 'id', via: 'observation' },
  page: '/cms/growth/growing-edit',
  params: observationId,
  body: editOf(observationShape),
  answer: doneOf(observation),
  errors: ['CHANGED_MEANWHILE'],
  offline: 'outbox',
  outbox: {
    noun: observationNoun,
    summary: ({ body }) => observationWords(body),
    lane: ({ params }) => laneOf('observation', params.id),
  },
  about: 'Changes an observation. Fails if a field of the edit has changed since the edit began.',
});

export const deleteObservation = endpoint({
  method: 'DELETE',
  path: '/api/growing/{id}',
  who: 'farm:write',
  farm: { from: 'params', name: 'id', via: 'observation' },
  page: '/cms/growth/growing-manage',
  params: observationId,
  answer: doneOf(z.object({ id: z.string() })),
  offline: 'outbox',
  outbox: { noun: observationNoun, summary: () => [], lane: ({ params }) => laneOf('observation', params.id) },
  about: 'Deletes an observation; deleting it again changes nothing.',
});

const day = z.optional(z.string().check(z.refine(isSeoulDate)));

export const manageObservations = endpoint({
  method: 'GET',
  path: '/api/manage/growing',
  who: 'user',
  farm: 'none',
  page: '/cms/growth/growing-manage',
  query: z.extend(listQuery(observationSorts), {
    farmIndex: z.optional(indexParam),
    cropId: z.optional(uuid),
    house: z.optional(z.string().check(z.maxLength(40))),
    /** Seoul days, both included. */
    from: day,
    to: day,
  }),
  answer: pageOf(z.extend(observation, { canWrite: z.boolean() })),
  offline: 'live',
  about: 'Lists the observations of one farm or of all farms that the caller may read; by default newest first.',
});
