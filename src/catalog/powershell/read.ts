import { unknown, type Context, type Stream } from '../shell/context.ts';
export function readPowerShell(_text: string, context: Context): Stream {
  return unknown(context, 'PowerShell is not read');
}
