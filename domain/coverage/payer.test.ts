import { describe, expect, it, test } from 'vitest'
import { findPayer, memberIdFits, memberIdNotice, memberIdToAsk, type Payer } from './payer.ts'

const payer = (name: string, more: Partial<Payer> = {}): Payer => ({
  ...{ id: name.toLowerCase(), name, aliases: [], kind: 'Commercial', clearinghouseId: null },
  ...{ memberIdPatterns: [], memberIdHint: '', phone: '' },
  ...more,
})
const ALDER = payer('Alder Health', { aliases: ['AH', 'Alder & Sons'] })
const BIRCH = payer('Birch', { aliases: ['Alder Health Plus', 'Société Bouleau'] })

describe('finds a payer', () => {
  test.each([
    ['Alder Health', ALDER],
    ['  alder   HEALTH ', ALDER],
    ['Alder-Health.', ALDER],
    ['ah', ALDER],
    ['alder sons', ALDER],
    ['societe bouleau', BIRCH],
    ['Alder', null],
    ['', null],
    [' -', null],
  ])('by %j', (name, found) => {
    expect(findPayer([BIRCH, ALDER], name)).toBe(found)
  })

  it('by its name before another’s alias', () => {
    const other = payer('Cedar', { aliases: ['Alder Health'] })
    expect(findPayer([other, ALDER], 'alder health')).toBe(ALDER)
  })
})

describe('a member ID', () => {
  const strict = payer('Alder', {
    memberIdPatterns: ['AL[0-9]{4}', '[0-9]{3}'],
    memberIdHint: 'AL and digits',
  })
  test.each([
    ['AL1234', true, 'AL1234'],
    ['al 12-34', true, 'AL1234'],
    ['123', true, '123'],
    ['1234', false, '1234'],
    ['AL12345', false, 'AL12345'],
    ['X AL1234', false, 'X AL1234'],
    [' al 99 ', false, 'al 99'],
  ])('%j fits: %s, and is sent as %j', (typed, fits, memberId) => {
    expect(memberIdFits(strict, typed)).toBe(fits)
    expect(memberIdToAsk(strict, typed)).toBe(memberId)
    expect(memberIdNotice(strict, typed)).toBe(
      fits
        ? null
        : 'This does not look like a member ID from Alder: AL and digits. Compare it with the card.',
    )
  })

  it('is sent as typed if the payer has no patterns', () => {
    expect(memberIdFits(BIRCH, 'any-thing 1')).toBe(true)
    expect(memberIdToAsk(BIRCH, ' any-thing 1 ')).toBe('any-thing 1')
  })

  it('has no notice while it is empty, and no more than is known', () => {
    expect(memberIdNotice(strict, '  ')).toBeNull()
    expect(memberIdNotice({ ...strict, memberIdHint: '' }, 'x')).toBe(
      'This does not look like a member ID from Alder. Compare it with the card.',
    )
  })
})
