export { guard } from './guard/index.ts';
export { guardFollow } from './guard/follow.ts';
export { lookup } from './lookup.ts';
