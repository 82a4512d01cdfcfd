/**
 * The architecture as data: allowed imports between rooms, the home of each package, limits of sizes. rules.ts enforces
 * it; a change of the architecture begins here.
 */

const offlineApp = ['contract', 'src/lib', 'src/offline'];
const api = (...rooms: string[]) => [...offlineApp, ...rooms.map((room) => `src/api/${room}`)];
const screen = ['contract', 'src/lib', 'src/ui', 'src/offline', 'src/api'];

/**
 * Room → what it may import. The room of a file is the longest matching prefix; every file needs one. `own` is the same
 * feature.
 */
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
  // Made to be copied into other projects, so it may use only the messages between controllers and server.
  'server/controller': ['contract/control/controller', 'server/controller'],
};

/** Files at the root of the server, and the server rooms that each may import. */
export const serverRoot: Record<string, readonly string[]> = {
  'server/main.ts': ['server/server.ts', 'server/config.ts', 'server/demo', 'server/kernel'],
  'server/server.ts': ['server'],
  'server/jobs.ts': ['server'],
  'server/peers.ts': ['server'],
  'server/app.ts': ['server'],
  'server/config.ts': ['server/kernel'],
  'server/back-up.ts': ['server/backup'],
  'server/restore.ts': ['server/backup'],
  'server/move.ts': ['server/move'],
  'server/open-database.ts': ['server/auth', 'server/config.ts', 'server/db', 'server/move'],
  'server/unseal.ts': ['server/config.ts', 'server/db', 'server/ingest', 'server/kernel'],
};

/** Rooms of the server that every noun may import. */
export const serverCommons = ['kernel', 'db', 'http', 'live'];

/** Modules for one database engine, and who may import them; the rest of the server works on every engine. */
export const engines: Record<string, readonly string[]> = {
  'server/db/postgres': ['server/db/open.ts'],
  'server/db/sqlite': ['server/db/open.ts', 'server/backup/make-copy.ts'],
};

/** Exceptions in which those rooms import nouns: a write is audited, a stream begins with the farms of its user. */
export const commonsAsk: Record<string, readonly string[]> = {
  'server/http/write.ts': ['server/audit/commands.ts'],
  'server/live/routes.ts': ['server/farm/queries.ts'],
};

/** Modules of nouns that may use requests and answers. Jobs and other nouns call the rest. */
export const doors = [
  /^server\/[\w-]+\/([\w-]+-)?routes\.ts$/,
  /^server\/[\w-]+\/[\w-]+-response\.ts$/,
  /^server\/auth\/(auth\.ts$|next-auth\/)/,
  /^server\/ingest\/http\.ts$/,
  /^server\/weather\/(ambient\/push|station-record)\.ts$/,
];

/** Server folders that are no noun of the contract. */
export const notNouns = ['auth', 'demo', 'kernel', 'db', 'http', 'move'];

/** Features that show several nouns, or none. */
export const screens = ['admin', 'dashboard', 'legal', 'outbox', 'setup', 'shell', 'sign-in'];

/** The only files of a server noun that other nouns may import. */
export const sharedServerFiles = [
  'auth/account/users.ts',
  'auth/password/one-time-password.ts',
  'auth/password/password.ts',
  'auth/session/remove-sessions.ts',
  'auth/sign-in/attempt-memory.ts',
  'auth/sign-in/sign-in-limit.ts',
  'board/commands.ts',
  'control/actuators.ts',
  'control/engine/controllers.ts',
  'control/rehearsal/simulated-houses.ts',
  'control/rule-commands.ts',
  'crop/commands.ts',
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
  'ingest/refused-readings.ts',
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
  'quality/suspect-channels.ts',
  'sensor/commands.ts',
  'sensor/queries.ts',
  'audit/commands.ts',
  'auth/session/secret.ts',
  'backup/state.ts',
  'backup/restore-journal.ts',
  'weather/places.ts',
  'weather/simulated.ts',
  'weather/weather-for-control.ts',
  'weather/kma/forecast.ts',
  'weather/kma/issue-time.ts',
].map((file) => `server/${file}`);

/** Who may import which package. A package that is not listed may not be used. */
export const homes: Record<string, readonly string[]> = {
  '@headlessui/react': ['src/ui'],
  '@hono/node-server': ['server'],
  '@node-rs/argon2': ['server/auth'],
  '@tanstack/query-sync-storage-persister': ['src/api'],
  '@tanstack/react-query': ['src'],
  '@tanstack/react-query-persist-client': ['src/api'],
  '@tanstack/react-router': ['src'],
  'better-sqlite3': ['server/db/sqlite', 'server/kernel/process/data-dir-lock.ts'],
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
 * Imported names of packages that are restricted further. Raw SQL belongs to one database engine, so it has its own
 * folder; every noun may use the query builder.
 */
export const homesOfNames: Record<string, readonly string[]> = {
  'kysely sql': ['server/db'],
  'kysely CompiledQuery': ['server/db'],
};

/** Where Korean is allowed: texts for users, shared terms, and Korean data. */
export const koreanAllowed = [
  /^src\/.*\.tsx$/,
  /^contract\/(.*\/)?([\w-]+-text|data-[\w-]+|errors|sensor-types)\.ts$/,
  /^server\/(menu|demo|board)\//,
  // Read by the operator at a terminal.
  /^server\/(backup|move)\/operator-text\.ts$/,
  // The meteorological service's own words for amounts.
  /^server\/weather\/kma\/amount\.ts$/,
  /\.(test|spec)\.tsx?$/,
  /^tests\//,
];

/** File names that do not describe their content. */
export const emptyNames = /^(index|utils?|helpers?|common|misc|types|services?|hooks|constants)$/;

export const limits = {
  /** Lines of a file. */
  file: 400,
  /** Lines of a function; of a component. */
  function: 80,
  component: 120,
  /** Modules of a folder, without tests. */
  folder: 25,
  /** Depth of folders below a room. */
  depth: 4,
};

/** Exceptions to the limits, with their reason. */
export const exceptions: Record<string, string> = {
  'server/db/migrations': 'they only ever become more',
};
