import { catalogFigures } from './catalog.ts';

/** Each bench by its name; figures of one run, as design 4.7 asks for. */
const BENCHES: Readonly<Record<string, () => ReturnType<typeof catalogFigures>>> = {
  catalog: () => catalogFigures(),
};

const [name = '', ...flags] = process.argv.slice(2);
const bench = BENCHES[name];
if (bench === undefined) {
  console.error(`usage: npm run bench -- ${Object.keys(BENCHES).join('|')} [--json]`);
  process.exit(2);
}
const figures = bench();
if (flags.includes('--json')) console.log(JSON.stringify({ figures }));
else {
  for (const { name: what, value, unit, goal, runs, spread } of figures) {
    console.log(
      `${what}: ${value.toFixed(1)} ${unit} (goal ${goal}; ${runs} runs, spread ${spread.toFixed(1)})`,
    );
  }
}
