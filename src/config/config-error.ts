/** One bad key. */
export interface ConfigProblem {
  /** As one would write it in JavaScript, `sites[0].auth.passwordFile`; empty for the whole document. */
  path: string;
  /** What was expected there and, where that is no secret, what was found. */
  message: string;
}

/** The config cannot be used as it is. Its text never holds a value of the config: one may be a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'CONFIG';
  /** The config file, or null where the config did not come from one. */
  readonly file: string | null;
  readonly problems: readonly ConfigProblem[];
  /** What a person can do. */
  readonly next: string;

  constructor(file: string | null, problems: readonly [ConfigProblem, ...ConfigProblem[]], next: string) {
    const [first] = problems;
    const more = problems.length - 1;
    const where = `The config${file === null ? '' : ` ${file}`} cannot be used: `;
    const rest = more === 0 ? '' : ` (and ${more} more ${more === 1 ? 'problem' : 'problems'})`;
    super(`${where}${first.path === '' ? '' : `${first.path}: `}${first.message}${rest}.`);
    this.file = file;
    this.problems = problems;
    this.next = next;
  }
}
