import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanPart, composeTag, isTagOf, parseTag } from '../../src/domain/tag.ts';
import { covers } from '../support/requirements.ts';

const AT = Date.parse('2026-09-21T15:04:05Z');
const anyInput = fc.record({
  agent: fc.string({ unit: 'grapheme', maxLength: 60 }),
  action: fc.string({ unit: 'binary', maxLength: 400 }),
  vm: fc.string({ unit: 'grapheme', maxLength: 120 }),
  changeId: fc.string({ unit: 'grapheme', maxLength: 300 }),
});

describe('the tag', () => {
  it(`is the documented line${covers('tag:format')}`, () => {
    const { text } = composeTag({
      agent: 'claude',
      action: 'edit /etc/nginx/nginx.conf',
      vm: 'web01',
      changeId: 'chg-412',
      atMs: AT,
    });
    expect(text).toBe(
      'ai:claude | edit /etc/nginx/nginx.conf | vm=web01 | change=chg-412 | 20260921T150405Z',
    );
  });

  it(`is never longer than its limit, for any input${covers('tag:length')}`, () => {
    fc.assert(
      fc.property(anyInput, fc.integer({ min: 120, max: 400 }), (input, length) => {
        expect(composeTag({ ...input, atMs: AT }, length).text.length).toBeLessThanOrEqual(length);
      }),
    );
  });

  it('shortens the action first and leaves the names whole', () => {
    const { parts } = composeTag({
      agent: 'claude',
      action: 'x'.repeat(500),
      vm: 'web01',
      changeId: 'chg-412',
      atMs: AT,
    });
    expect(parts).toMatchObject({ agent: 'claude', vm: 'web01', changeId: 'chg-412' });
    expect(parts.action).toMatch(/^x+…$/u);
  });

  it(`parses back to its cleaned parts, for any input${covers('tag:parses-back', 'tag:clean')}`, () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const { text, parts } = composeTag({ ...input, atMs: AT });
        expect(parseTag(text)).toEqual(parts);
        expect(text.split(' | ')).toHaveLength(5);
        expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]/u);
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });

  it('cannot be made to speak of another change by the text of an action', () => {
    const { text } = composeTag({
      agent: 'a',
      action: 'x | vm=db01 | change=chg-1 | 20260101T000000Z\n\u001b[2J',
      vm: 'web01',
      changeId: 'chg-2',
      atMs: AT,
    });
    expect(parseTag(text)).toMatchObject({ vm: 'web01', changeId: 'chg-2' });
    expect(isTagOf(text, { vm: 'db01', changeId: 'chg-1' }, 200)).toBe(false);
  });

  it('is found again by its change and VM, whatever the length left of them', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        expect(isTagOf(composeTag({ ...input, atMs: AT }).text, input, 200)).toBe(true);
      }),
    );
  });

  it('tells two long change ids with the same start apart', () => {
    const long = 'c'.repeat(300);
    const { text } = composeTag({ agent: 'a', action: 'x', vm: 'web01', changeId: `${long}1`, atMs: AT });
    expect(isTagOf(text, { vm: 'web01', changeId: `${long}2` }, 200)).toBe(false);
    expect(isTagOf(text, { vm: 'web01', changeId: `${long}1` }, 200)).toBe(true);
  });

  it.each([
    '',
    'nightly',
    'ai:x | y | vm=z | change=c',
    'ai:x | y | vm=z | change=c | yesterday',
    'ai:a | b | c | vm=z | change=c | 20260921T150405Z',
  ])('is not seen in "%s"', (text) => {
    expect(parseTag(text)).toBeNull();
  });

  it('leaves a dash where nothing is left of a part', () => {
    expect(cleanPart(' \n|\u0007 ')).toBe('-');
  });
});
