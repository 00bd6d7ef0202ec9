import { forEachChild, type SyntaxNode } from 'unbash';

const ASSIGNING_BUILTINS = new Set([
  'read',
  'mapfile',
  'readarray',
  'getopts',
  'printf',
  'unset',
  'let',
  'declare',
  'typeset',
  'local',
  'export',
  'readonly',
]);

/** The variables that a piece of a script may assign, read without running it. */
export function assignedNames(node: SyntaxNode): string[] {
  const names: string[] = [];
  const visit = (one: SyntaxNode): void => {
    if (one.type === 'Assignment') names.push(one.name);
    if (one.type === 'For' || one.type === 'Select') names.push(one.name.value);
    if (one.type === 'ArithmeticWord') names.push(...(one.value.match(/[A-Za-z_]\w*/gu) ?? []));
    if (
      one.type === 'ParameterExpansion' &&
      one.operation?.type === 'Default' &&
      one.operation.operator.endsWith('=')
    )
      names.push(one.parameter);
    if (one.type === 'Command' && ASSIGNING_BUILTINS.has(one.name?.value ?? ''))
      for (const arg of one.args)
        if (arg.type === 'Word') names.push(...(arg.value.match(/[A-Za-z_]\w*/gu) ?? []));
    forEachChild(one, visit);
  };
  visit(node);
  return names;
}

/** Whether something in it may end it before its end. */
export function leavesEarly(node: SyntaxNode): boolean {
  if (node.type === 'Command' && /^(?:break|continue|return|exit)$/u.test(node.name?.value ?? ''))
    return true;
  let found = false;
  forEachChild(node, (child) => {
    found ||= leavesEarly(child);
  });
  return found;
}
