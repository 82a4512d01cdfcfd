/**
 * The house as data: who may import whom, which package lives where, how long a file may be. The rules that read it
 * stand in rules.ts; a change of the house begins here.
 */

const offlineApp = ['contract', 'src/lib', 'src/offline'];
const api = (...rooms: string[]) => [...offlineApp, ...rooms.map((room) => `src/api/${room}`)];
const screen = ['contract', 'src/lib', 'src/ui', 'src/offline', 'src/api'];

/** Room → what it may import. A room is the longest prefix that fits; a file in no room may not be. `own` is the same feature. */
export const rooms: Record<string, readonly string[]> = {
  contract: ['contract'],
  'src/lib': ['contract', 'src/lib'],
  'src/ui': ['contract', 'src/lib', 'src/ui'],
  'src/offline': offlineApp,
  'src/api/call': api('call'),
  'src/api/session': api('call', 'session'),
  'src/api/read': api('call', 'session', 'read'),
  'src/api/outbox': api('call', 'session', 'outbox'),
  'src/api/write': api('call', 'session', 'outbox', 'write'),
  'src/api/photo': api('call', 'session', 'read', 'outbox', 'write', 'photo'),
  'src/api/worker': api('call', 'session', 'read', 'worker'),
  'src/api/boot.ts': [...offlineApp, 'src/api'],
  'src/api/browser-ports.ts': [...offlineApp, 'src/api'],
  'src/api/client.ts': [...offlineApp, 'src/api'],
  'src/api/client-provider.tsx': [...offlineApp, 'src/api'],
  'src/api/signed-in.ts': [...offlineApp, 'src/api'],
  'src/features': [...screen, 'own'],
  'src/routes': [...screen, 'src/features', 'src/routes'],
  'src/app.tsx': [...screen, 'src/routes', 'src/route-tree.gen.ts'],
  'src/first-paint': [...screen, 'src/features', 'src/app.tsx'],
  'src/main.tsx': [...screen, 'src/app.tsx', 'src/first-paint', 'src/styles.css'],
  sw: ['contract', 'src/offline', 'sw'],
  server: ['contract', 'server'],
  // Meant to be copied out of this house: it knows what controllers and server say to each other, and nothing else.
  'server/controller': ['contract/control/controller', 'server/controller'],
};

/** Files at the root of the server: what each may import of the server's rooms. */
export const serverRoot: Record<string, readonly string[]> = {
  'server/main.ts': ['server/server.ts', 'server/config.ts', 'server/demo', 'server/kernel'],
  'server/server.ts': ['server'],
  'server/app.ts': ['server'],
  'server/config.ts': ['server/kernel'],
  'server/back-up.ts': ['server/backup'],
  'server/restore.ts': ['server/backup'],
  'server/unseal.ts': ['server/config.ts', 'server/db', 'server/ingest', 'server/kernel'],
};

/** Rooms of the server that every noun may ask. */
export const serverCommons = ['kernel', 'db', 'http', 'live'];

/** What is for one database engine alone, and who may ask it: whatever else stands in the server works on every engine. */
export const engines: Record<string, readonly string[]> = {
  'server/db/postgres': ['server/db/open.ts'],
  'server/db/sqlite': ['server/db/open.ts', 'server/backup/make-copy.ts'],
};

/** What those rooms ask of nouns all the same: a write notes itself, a stream begins with whose farms there are. */
export const commonsAsk: Record<string, readonly string[]> = {
  'server/http/write.ts': ['server/audit/commands.ts'],
  'server/live/routes.ts': ['server/farm/queries.ts'],
};

/**
 * Doors of nouns, which alone may know how a request comes in and an answer goes out. All else of a noun is called by
 * jobs and by other nouns, too.
 */
export const doors = [
  /^server\/[\w-]+\/([\w-]+-)?routes\.ts$/,
  /^server\/[\w-]+\/[\w-]+-response\.ts$/,
  /^server\/auth\/(auth\.ts$|next-auth\/)/,
  /^server\/ingest\/http\.ts$/,
  /^server\/weather\/(ambient\/push|station-record)\.ts$/,
];

/** What stands in the server and is no noun of the contract. */
export const notNouns = ['auth', 'demo', 'kernel', 'db', 'http'];

/** Features that show what several nouns have, or what has none of its own. */
export const screens = ['admin', 'dashboard', 'legal', 'outbox', 'setup', 'shell', 'sign-in'];

/** What one noun of the server may ask of another: these files and no others. */
export const sharedServerFiles = [
  'auth/account/users.ts',
  'auth/password/one-time-password.ts',
  'auth/password/password.ts',
  'auth/sign-in/attempt-tally.ts',
  'auth/sign-in/sign-in-limit.ts',
  'board/commands.ts',
  'control/actuators.ts',
  'control/engine/controllers.ts',
  'control/rehearsal/simulated-houses.ts',
  'control/rule-commands.ts',
  'crop/queries.ts',
  'device/commands.ts',
  'device/device-cache.ts',
  'device/queries.ts',
  'farm/queries.ts',
  'growing/commands.ts',
  'growth-calendar/queries.ts',
  'heat/queries.ts',
  'ingest/accept.ts',
  'ingest/mqtt-connection.ts',
  'ingest/unknown-readings.ts',
  'ingest/unwanted-codes.ts',
  'inspection/commands.ts',
  'inspection/queries.ts',
  'lead-farm/queries.ts',
  'menu/queries.ts',
  'monitor/queries.ts',
  'monitor/rollup.ts',
  'monitor/series.ts',
  'photo/commands.ts',
  'photo/files.ts',
  'photo/queries.ts',
  'quality/doubted.ts',
  'sensor/commands.ts',
  'sensor/queries.ts',
  'audit/commands.ts',
  'auth/session/secret.ts',
  'backup/state.ts',
  'weather/places.ts',
  'weather/simulated.ts',
  'weather/weather-for-control.ts',
  'weather/kma/forecast.ts',
  'weather/kma/issue-time.ts',
].map((file) => `server/${file}`);

/** Who may use which package. A package that is not named here may not be used. */
export const homes: Record<string, readonly string[]> = {
  '@headlessui/react': ['src/ui'],
  '@hono/node-server': ['server'],
  '@node-rs/argon2': ['server/auth'],
  '@tanstack/query-sync-storage-persister': ['src/api'],
  '@tanstack/react-query': ['src'],
  '@tanstack/react-query-persist-client': ['src/api'],
  '@tanstack/react-router': ['src'],
  'better-sqlite3': ['server/db/sqlite', 'server/kernel/data-dir-lock.ts'],
  'chart.js': ['src/ui/chart'],
  'chartjs-plugin-zoom': ['src/ui/chart'],
  'date-fns': ['contract/time'],
  dexie: ['src/offline'],
  'eventsource-parser': ['src/api/read'],
  hono: ['server'],
  jose: ['server/auth'],
  kysely: ['server'],
  'lucide-react': ['src'],
  mqtt: ['server/ingest', 'server/control/mqtt', 'server/controller'],
  pg: ['server/db/postgres'],
  pino: ['server'],
  'prom-client': ['server/http'],
  react: ['src'],
  'react-chartjs-2': ['src/ui/chart'],
  'react-dom': ['src/first-paint'],
  sharp: ['server/photo'],
  'socket.io-client': ['server/weather/ambient'],
  suncalc: ['contract/time', 'server/demo'],
  'workbox-precaching': ['sw'],
  'workbox-routing': ['sw'],
  'workbox-window': ['src/api/worker'],
  'zod/mini': ['contract', 'server', 'src', 'sw'],
};

/**
 * Names of packages with a home of their own. SQL as text is for one database engine, so that it stands where a second
 * one will have its place; the query builder may be used by every noun.
 */
export const homesOfNames: Record<string, readonly string[]> = {
  'kysely sql': ['server/db'],
  'kysely CompiledQuery': ['server/db'],
};

/** Where Korean may stand: what a user reads, words used twice, and data that is Korean. */
export const koreanAllowed = [
  /^src\/.*\.tsx$/,
  /^contract\/(.*\/)?([\w-]+-text|data-[\w-]+|errors|sensor-types)\.ts$/,
  /^server\/(menu|demo|board)\//,
  // What whoever runs the server reads at a terminal.
  /^server\/backup\/operator-text\.ts$/,
  // Words in which the meteorological service gives amounts.
  /^server\/weather\/kma\/amount\.ts$/,
  /\.(test|spec)\.tsx?$/,
  /^tests\//,
];

/** Names that say nothing about what is in a file. */
export const emptyNames = /^(index|utils?|helpers?|common|misc|types|services?|hooks|constants)$/;

export const limits = {
  /** Lines of a file. */
  file: 400,
  /** Lines of a function; of a component. */
  function: 80,
  component: 120,
  /** Modules of a folder, tests beside them not counted. */
  folder: 25,
  /** Folders below a room. */
  depth: 4,
};

/** Larger than the limits for a reason. */
export const exceptions: Record<string, string> = {
  'tests/support': 'each file one real part that tests start',
};
