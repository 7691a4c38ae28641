import { expect, test } from 'vitest'
import type { PayerEntry } from '#contract/coverage.ts'
import { payersLike } from './payers-like.ts'

const payer = (name: string, ...aliases: string[]): PayerEntry => ({
  ...{ id: name, name, aliases, kind: 'Commercial', isElectronic: true },
  ...{ memberIdPatterns: [], memberIdHint: '', phone: '' },
})
const PAYERS = [payer('Papermoon Health', 'PMH', 'Papermoon PPO'), payer('Glass Harbor Mutual', 'GHM')]
const found = (typed: string) => payersLike(PAYERS, typed).map(({ payer: { name }, alias }) => [name, alias])

test.each([
  [
    '',
    [
      ['Papermoon Health', ''],
      ['Glass Harbor Mutual', ''],
    ],
  ],
  ['harb', [['Glass Harbor Mutual', '']]],
  ['HEALTH paper', [['Papermoon Health', '']]],
  ['pmh', [['Papermoon Health', 'PMH']]],
  ['ppo', [['Papermoon Health', 'Papermoon PPO']]],
  ['moon', []],
  ['Harbor Health', []],
])('“%s” finds %j', (typed, expected) => expect(found(typed)).toEqual(expected))
