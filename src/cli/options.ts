import { InvalidArgumentError } from 'commander';

/** Longer texts are not names of anything; a history must not hold them. */
const LONGEST = 4_096;

/** A text from the command line: not empty, not absurdly long. */
export function text(option: string): (value: string) => string {
  return (value) => {
    if (value.trim() === '') throw new InvalidArgumentError(`${option} is empty.`);
    if (value.length > LONGEST)
      throw new InvalidArgumentError(`${option} is longer than ${LONGEST} characters.`);
    return value;
  };
}

export function positiveNumber(option: string): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!Number.isFinite(number) || number <= 0)
      throw new InvalidArgumentError(`${option} takes a number above 0.`);
    return number;
  };
}
