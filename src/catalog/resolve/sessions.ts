import { at } from '../args.ts';
import { nameMeant, splitToolName } from '../names.ts';
import type { CatalogSettings, OpenSession, Sessions, ToolCall } from '../types.ts';
import { hostText } from './locate.ts';
import { packNamed } from './pack-of.ts';
import { ALL_SESSIONS, SESSION_RULES } from './pack-rules.ts';

/**
 * The sessions after a call that went through, for whoever records them (the hook). Only calls whose arguments name
 * the host open one here; a session whose name is in a tool's answer stays unknown.
 */
export function sessionsAfter(call: ToolCall, settings: CatalogSettings, sessions: Sessions): Sessions {
  const split = splitToolName(call.server, call.tool, Object.keys(settings.servers));
  const server = nameMeant(split.server, Object.keys(settings.servers));
  const pack = server === null ? null : packNamed(settings.servers[server]?.pack ?? '');
  if (server === null || pack === null) return sessions;
  const tool =
    nameMeant(
      split.tool,
      pack.tools.map((row) => row.tool),
    ) ?? '';
  if (ALL_SESSIONS[pack.id]?.includes(tool)) return sessions.filter((one) => one.server !== server);
  const rule = SESSION_RULES[pack.id]?.[tool];
  if (rule === undefined) return sessions;
  const named = rule.name === null ? null : at(call.args, rule.name);
  const session = typeof named === 'string' && named !== '' ? named : null;
  const others = sessions.filter((one) => one.server !== server || one.session !== session);
  if (!rule.opens) return others;
  const host = rule.host === null ? null : hostText(at(call.args, rule.host));
  if (host === null) return others;
  const opened: OpenSession = { server, session, host };
  // The newest session is also the one that calls without a name use.
  const active = session === null ? [] : [{ server, session: null, host }];
  return [
    ...others.filter((one) => active.length === 0 || one.server !== server || one.session !== null),
    opened,
    ...active,
  ];
}
